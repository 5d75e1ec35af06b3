package org.bipj.net;

import org.bipj.core.job.Job;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.AddressBook;
import org.bipj.net.pmi.KeyValues;

/** A rank of a job on several hosts that a foreign launcher started. */
final class ForeignJob extends NetJob {
    private final KeyValues space;
    private boolean opened;

    ForeignJob(Job local, Meeting meeting, KeyValues space) {
        super(
                local,
                space.rank(),
                meeting.hosts(),
                () -> book(meeting),
                meeting.secret(),
                NetJobProvider.libraryVersion());
        this.space = space;
    }

    private static AddressBook book(Meeting meeting) {
        return new AddressBook() {
            @Override
            public void publish(String address) {
                meeting.publish(address);
            }

            @Override
            public String find(int rank) {
                return meeting.address(rank);
            }
        };
    }

    /** All ranks meet here, since a value is visible behind a fence only, and each key is put once. */
    @Override
    public NicPort open() {
        if (opened) {
            throw new PortException("rank " + rank() + " has left the libraries that it used, and uses one again: where"
                    + " mpiexec or srun starts a job on several hosts, initialise the second library before the first"
                    + " is finalised");
        }
        opened = true;
        NicPort port = super.open();
        try {
            space.fence();
            return port;
        } catch (RuntimeException e) {
            port.close();
            throw e;
        }
    }

    /** The board of a host counts its own ranks only. */
    @Override
    public boolean leave() {
        return false;
    }

    @Override
    public boolean haveAllLeft() {
        throw new UnsupportedOperationException("leave() returned false");
    }
}
