package org.bipj.mpi.contract;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.CopyAttrFunction;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.bipj.core.job.Jobs;
import org.bipj.mpi.engine.MpiVariables;

/**
 * Runs suites as an MPI program: {@code ContractMain SIZES SUITE...}. Rank 0 prints a line for each case, once all
 * ranks have passed it:
 *
 * <pre>
 *   @passed SUITE: CASE
 *   @failed SUITE: CASE      by the failing rank, which then ends the job
 * </pre>
 */
public final class ContractMain {
    /** Begins the line of a case that all ranks have passed. */
    public static final String PASSED = "@passed ";

    /** Begins the line of a case that a rank has failed. */
    public static final String FAILED = "@failed ";

    /**
     * System property: how many processes COMM_WORLD starts, which run the suites with it, on a communicator of all, as if they were one
     * job. Not set: none.
     */
    public static final String SPAWNED = "bipj.spawned";

    /**
     * System property: {@code serve NAME} or {@code call NAME}. Two jobs meet at a port of that name, and run the suites on a communicator of
     * all, the one that calls behind the other. Not set: the job is alone.
     */
    public static final String MET = "bipj.met";

    private static Intracomm all = MPI.COMM_WORLD;

    private ContractMain() {}

    /** Runs the suites; more than one must ask for the same thread level. */
    public static void main(String[] args) throws Exception {
        Sizes sizes = Sizes.parse(args[0]);
        Suite[] suites = new Suite[args.length - 1];
        for (int i = 0; i < suites.length; i++) {
            suites[i] = (Suite) Class.forName(args[i + 1]).getConstructor().newInstance();
        }
        begin(suites[0].threadLevel());
        List<String> deleted = new ArrayList<>();
        attach(MPI.COMM_WORLD, deleted, "world 1", "world 2");
        attach(MPI.COMM_SELF, deleted, "self 1", "self 2", "self 3");
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        Intercomm others = others(args);
        if (!others.isNull()) {
            all = others.merge(others == Intercomm.getParent()
                    || System.getProperty(MET, "").startsWith("call"));
            others.disconnect();
        }
        for (Suite suite : suites) {
            if (suite.ranks() > all.getSize()) {
                throw new IllegalArgumentException(suite.getClass() + " needs " + suite.ranks() + " ranks");
            }
            for (Suite.Case one : suite.cases()) {
                run(suite, one, sizes);
            }
        }
        if (all != MPI.COMM_WORLD) {
            all.disconnect();
        }
        MPI.Finalize();
        List<String> order = List.of("self 3", "self 2", "self 1", "world 2", "world 1");
        Check.equal(order, deleted, "attributes that Finalize has deleted");
        Check.that(MPI.isInitialized() && MPI.isFinalized(), "the end of MPI");
    }

    /** The processes of another job: those that have started this one, or that it has started or met; null where there are none. */
    private static Intercomm others(String[] args) throws InterruptedException {
        String[] met = System.getProperty(MET, "").split(" ");
        if (met[0].equals("serve")) {
            String port = MPI.COMM_WORLD.getRank() == 0 ? Intracomm.openPort() : null;
            if (port != null) {
                Intracomm.publishName(met[1], port);
            }
            Intercomm guests = MPI.COMM_WORLD.accept(port, 0);
            if (port != null) {
                Intracomm.unpublishName(met[1], port);
            }
            return guests;
        }
        if (met[0].equals("call")) {
            return MPI.COMM_WORLD.connect(MPI.COMM_WORLD.getRank() == 0 ? port(met[1]) : null, 0);
        }
        int spawned = Integer.getInteger(SPAWNED, 0);
        return spawned == 0 || !Intercomm.getParent().isNull()
                ? Intercomm.getParent()
                : MPI.COMM_WORLD.spawn(ContractMain.class.getName(), args, spawned, MPI.INFO_NULL, 0, null);
    }

    private static String port(String service) throws InterruptedException {
        while (true) {
            try {
                return Intracomm.lookupName(service);
            } catch (MPIException e) {
                Thread.sleep(20);
            }
        }
    }

    /** Attributes whose functions Finalize calls, while MPI is still usable. */
    private static void attach(Intracomm comm, List<String> deleted, String... names) {
        for (String name : names) {
            int key = Comm.createKeyval(CopyAttrFunction.none(), (owner, keyval, value) -> {
                Check.that(MPI.isInitialized() && !MPI.isFinalized(), "MPI is usable");
                owner.barrier();
                deleted.add((String) value);
            });
            comm.setAttr(key, name);
        }
    }

    /** What only class MPI can tell, which is a rank's own. */
    private static void begin(int threadLevel) {
        Check.that(!MPI.isInitialized() && !MPI.isFinalized(), "before the beginning");
        String[] args = {"argument"};
        if (threadLevel == MPI.THREAD_SINGLE) {
            Check.equal(args, MPI.Init(args), "the arguments");
        } else {
            Check.equal(threadLevel, MPI.InitThread(args, threadLevel), "the level that is provided");
        }
        Check.that(MPI.isInitialized() && !MPI.isFinalized(), "after the beginning");
        Check.equal(threadLevel, MPI.queryThread(), "queryThread");
        Check.that(MPI.isThreadMain(), "isThreadMain");
        Check.that(!MPI.getProcessorName().isEmpty(), "the node has a name");
        double begin = MPI.wtime();
        MPI.COMM_WORLD.barrier();
        Check.that(MPI.wtime() >= begin && MPI.wtick() > 0 && MPI.wtick() < 1e-3, "the clock");
    }

    private static void run(Suite suite, Suite.Case one, Sizes sizes) {
        String name = suite.getClass().getName();
        PrintStream out = System.out;
        try {
            int world = all.getRank();
            Intracomm comm = all.split(world < one.ranks() ? 0 : MPI.UNDEFINED, world);
            if (!comm.isNull()) {
                comm.setErrhandler(MPI.ERRORS_RETURN);
                MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
                one.body().run(new ProcessRank(comm, sizes));
                ThreadRunner.nothingLeft(comm);
                comm.free();
            }
            all.barrier();
            if (world == 0) {
                out.println(PASSED + name + ": " + one.name());
                out.flush();
            }
        } catch (Throwable t) {
            // One string, so that lines of several ranks do not mix.
            out.println(FAILED + name + ": " + one.name());
            t.printStackTrace();
            out.flush();
            MPI.COMM_WORLD.abort(1);
        }
    }

    private record ProcessRank(Intracomm comm, Sizes sizes) implements Rank {
        @Override
        public Intracomm self() {
            return MPI.COMM_SELF;
        }

        @Override
        public void attachBuffer(byte[] buffer) {
            MPI.attachBuffer(buffer);
        }

        @Override
        public boolean checksTypes() {
            return Jobs.of(MPI.class).checksTypes() || "on".equals(System.getenv(MpiVariables.CHECK_TYPES));
        }

        @Override
        public EnvironmentCalls environment() {
            return EnvironmentCalls.ofClass();
        }

        @Override
        public ErrorCodeCalls errorCodes() {
            return ErrorCodeCalls.ofClass();
        }

        @Override
        public byte[] detachBuffer() {
            return MPI.detachBuffer();
        }

        @Override
        public void flushBuffer() {
            MPI.flushBuffer();
        }

        @Override
        public Request iFlushBuffer() {
            return MPI.iFlushBuffer();
        }

        @Override
        public ByteBuffer newByteBuffer(int bytes) {
            return MPI.newByteBuffer(bytes);
        }
    }
}
