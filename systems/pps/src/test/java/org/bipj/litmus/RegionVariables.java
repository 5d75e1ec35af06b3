package org.bipj.litmus;

import org.bipj.crl.Crl;
import org.bipj.crl.ReadSection;
import org.bipj.crl.Region;
import org.bipj.crl.WriteSection;

/** Variables that are regions of CRL: each one once with each rank as its home. */
final class RegionVariables implements Variables {
    private final Crl crl;
    private final Region[][] regions;
    /** Of this rank alone: its sections poll and send nothing. */
    private final Region own;

    RegionVariables(Crl crl, int variables, int cells) {
        this.crl = crl;
        regions = new Region[variables][crl.size()];
        own = crl.create(Integer.BYTES);
        for (Region[] ofVariable : regions) {
            for (int home = 0; home < crl.size(); home++) {
                Region created = crl.rank() == home ? crl.create(cells * Integer.BYTES) : null;
                long[] id = {created == null ? Crl.NONE : created.id()};
                crl.broadcast(home, id);
                ofVariable[home] = created == null ? crl.map(id[0]) : created;
            }
        }
    }

    @Override
    public void write(int place, int variable, int cell, int value) {
        int before = update(place, variable, cell, value);
    }

    @Override
    public int read(int place, int variable, int cell) {
        try (ReadSection section = regions[variable][place].startRead()) {
            return section.getInt(cell * Integer.BYTES);
        }
    }

    @Override
    public int update(int place, int variable, int cell, int value) {
        try (WriteSection section = regions[variable][place].startWrite()) {
            int before = section.getInt(cell * Integer.BYTES);
            section.putInt(cell * Integer.BYTES, value);
            return before;
        }
    }

    @Override
    public int await(int place, int variable, int cell) {
        throw new UnsupportedOperationException("CRL has no guards");
    }

    @Override
    public int take(int place, int variable, int cell, int value) {
        throw new UnsupportedOperationException("CRL has no guards");
    }

    @Override
    public void poll() {
        // In real time each 16th section polls.
        for (int i = 0; i < 16; i++) {
            own.startRead();
            own.endRead();
        }
    }

    @Override
    public void barrier() {
        crl.barrier();
    }

    @Override
    public void sum(int[] values) {
        int most = 100;
        for (int from = 0; from < values.length; from += most) {
            double[] part = new double[Math.min(most, values.length - from)];
            for (int i = 0; i < part.length; i++) {
                part[i] = values[from + i];
            }
            crl.sum(part);
            for (int i = 0; i < part.length; i++) {
                values[from + i] = (int) part[i];
            }
        }
    }
}
