package org.bipj.mpi.contract;

import mpi.Comm;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Session;
import org.bipj.mpi.topology.HardwareResource;

/** Communicators of processes that share hardware, or are in one process set (MPI 4.1 section 7.4.2). */
public final class SplitTypeSuite extends Suite {
    private static final String HARDWARE = "mpi_hw_resource_type";
    private static final String PROCESS_SET = "mpi_pset_name";

    /** Adds the cases. */
    public SplitTypeSuite() {
        add("by a kind of hardware", 4, SplitTypeSuite::guided);
        add("by the largest hardware that splits", 4, SplitTypeSuite::unguided);
        add("by process sets", 4, SplitTypeSuite::processSets);
        add("without a guide, or by one that is not known", 3, SplitTypeSuite::unknown);
        add("processes that mean different things", 3, SplitTypeSuite::different);
        add("some processes take no part", 3, SplitTypeSuite::undefined);
    }

    private static Info info(String key, String value) {
        Info info = new Info();
        info.set(key, value);
        return info;
    }

    private static void guided(Rank rank) {
        Intracomm comm = rank.comm();
        Intracomm node = comm.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        for (int type : new int[] {Comm.TYPE_HW_GUIDED, Comm.TYPE_RESOURCE_GUIDED}) {
            for (String machine : new String[] {"mpi_shared_memory", "hwloc://Machine", "Machine"}) {
                Intracomm same = comm.splitType(type, 0, info(HARDWARE, machine));
                Check.equal(MPI.CONGRUENT, Comm.compare(node, same), "by " + machine);
                Intracomm reversed = comm.splitType(type, -comm.getRank(), info(HARDWARE, machine));
                Check.equal(node.getSize() - 1 - node.getRank(), reversed.getRank(), "the key gives the order");
                same.free();
                reversed.free();
            }
        }
        Info mine = rank.environment().getHwResourceInfo();
        for (HardwareResource kind : HardwareResource.values()) {
            Intracomm part = comm.splitType(Comm.TYPE_HW_GUIDED, 0, info(HARDWARE, kind.uri()));
            Check.equal(!"true".equals(mine.get(kind.uri())), part.isNull(), "a communicator by " + kind);
            if (!part.isNull()) {
                int[] sum = {1};
                part.allReduce(sum, 1, MPI.INT, MPI.SUM);
                Check.that(sum[0] == part.getSize() && sum[0] <= node.getSize(), "processes of " + kind);
                part.free();
            }
        }
        node.free();
    }

    /** Each step has fewer processes, so that it ends. */
    private static void unguided(Rank rank) {
        Intracomm comm = rank.comm();
        int steps = 0;
        for (Intracomm all = comm; !all.isNull(); steps++) {
            Info info = new Info();
            Intracomm part = all.splitType(Comm.TYPE_HW_UNGUIDED, 0, info);
            Check.that(part.isNull() || part.getSize() < all.getSize(), "smaller than what it is a part of");
            if (part.isNull()) {
                Check.that(info.get(HARDWARE) == null, "no hardware is named");
            } else {
                Intracomm again = all.splitType(Comm.TYPE_HW_GUIDED, 0, info);
                Check.equal(MPI.CONGRUENT, Comm.compare(part, again), "by the hardware that the call has named");
                again.free();
            }
            if (all != comm) {
                all.free();
            }
            all = part;
        }
        Check.that(steps <= 4, "a split of a communicator of one process is null");
        // Without an object that could be told, and with one that cannot.
        for (Info none : new Info[] {null, MPI.INFO_NULL, MPI.INFO_ENV}) {
            Intracomm part = comm.splitType(Comm.TYPE_HW_UNGUIDED, 0, none);
            Check.that(part.isNull() || part.getSize() < comm.getSize(), "smaller");
            part.close();
        }
    }

    private static void processSets(Rank rank) {
        Intracomm comm = rank.comm();
        Intracomm world = comm.splitType(Comm.TYPE_RESOURCE_GUIDED, 0, info(PROCESS_SET, "mpi://WORLD"));
        Check.equal(MPI.CONGRUENT, Comm.compare(comm, world), "all processes");
        Intracomm self = comm.splitType(Comm.TYPE_RESOURCE_GUIDED, 0, info(PROCESS_SET, "mpi://SELF"));
        Check.equal(1, self.getSize(), "one process");
        // The case of these names does not matter, and ranks need not write them alike.
        String name = comm.getRank() == 0 ? "mpi://world" : "MPI://World";
        Intracomm likewise = comm.splitType(Comm.TYPE_RESOURCE_GUIDED, 0, info(PROCESS_SET, name));
        Check.equal(MPI.CONGRUENT, Comm.compare(comm, likewise), "all processes, in another case");
        likewise.free();
        Intracomm sharers = comm.splitType(Comm.TYPE_RESOURCE_GUIDED, 0, info(PROCESS_SET, "mpix://SHARED_MEM"));
        try (Session session = SessionSuite.open()) {
            Group expected = Group.intersection(comm.getGroup(), Group.fromSessionPset(session, "mpix://SHARED_MEM"));
            Check.equal(MPI.IDENT, Group.compare(expected, sharers.getGroup()), "those that share memory");
        }
        sharers.free();
        Intracomm none = comm.splitType(Comm.TYPE_RESOURCE_GUIDED, 0, info(PROCESS_SET, "user://ocean"));
        Check.that(none.isNull(), "a process set that is not known");
        // Hardware alone guides the other type.
        Intracomm other = comm.splitType(Comm.TYPE_HW_GUIDED, 0, info(PROCESS_SET, "mpi://WORLD"));
        Check.that(other.isNull(), "TYPE_HW_GUIDED by a process set");
        world.free();
        self.free();
    }

    private static void unknown(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        for (int type : new int[] {Comm.TYPE_HW_GUIDED, Comm.TYPE_RESOURCE_GUIDED}) {
            for (Info info : new Info[] {
                null, MPI.INFO_NULL, new Info(), info("another", "Machine"), info(HARDWARE, "hwloc://Rack")
            }) {
                Check.that(comm.splitType(type, 0, info).isNull(), "type " + type);
            }
        }
        Check.error(MPI.ERR_ARG, () -> comm.splitType(1, 0, MPI.INFO_NULL), "splitType is 1", "TYPE_HW_GUIDED");
    }

    private static void different(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        boolean odd = comm.getRank() == 1;
        Check.error(
                MPI.ERR_ARG,
                () -> comm.splitType(odd ? Comm.TYPE_SHARED : Comm.TYPE_HW_UNGUIDED, 0, MPI.INFO_NULL),
                "at rank 1 splitType is 0",
                "rank 0");
        Check.error(
                MPI.ERR_ARG,
                () -> comm.splitType(Comm.TYPE_HW_GUIDED, 0, info(HARDWARE, odd ? "Core" : "Machine")),
                "at rank 1",
                "another value");
        comm.barrier();
    }

    private static void undefined(Rank rank) {
        Intracomm comm = rank.comm();
        boolean out = comm.getRank() == 0;
        for (int type : new int[] {Comm.TYPE_SHARED, Comm.TYPE_HW_GUIDED, Comm.TYPE_RESOURCE_GUIDED}) {
            Info info = out ? MPI.INFO_NULL : info(HARDWARE, "Machine");
            Intracomm part = comm.splitType(out ? MPI.UNDEFINED : type, 0, info);
            Check.equal(out, part.isNull(), "type " + type);
            part.close();
        }
        Intracomm unguided = comm.splitType(out ? MPI.UNDEFINED : Comm.TYPE_HW_UNGUIDED, 0, new Info());
        Check.equal(out, unguided.isNull(), "the machine splits off the process that takes no part");
        unguided.close();
    }
}
