package org.bipj.launch.contract;

import org.bipj.crl.Crl;
import org.bipj.crl.Region;
import org.bipj.crl.WriteSection;

/** Two ranks want each other's section. */
public final class CrlDeadlocked {
    private CrlDeadlocked() {}

    /** Runs the program. */
    public static void main(String[] args) {
        try (Crl crl = Crl.init()) {
            int rank = crl.rank();
            Region mine = crl.create(8);
            long[] ids = {mine.id()};
            crl.broadcast(0, ids);
            long first = ids[0];
            ids[0] = mine.id();
            crl.broadcast(1, ids);
            Region others = crl.map(rank == 0 ? ids[0] : first);
            try (WriteSection held = mine.startWrite()) {
                crl.barrier();
                held.putLong(0, 1);
                try (WriteSection wanted = others.startWrite()) {
                    wanted.putLong(0, 1);
                }
            }
        }
    }
}
