package org.bipj.launch.contract;

import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import mpi.Comm;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * Ranks on hosts {@code ann}, with two slots, and {@code ben}, with five, one of each theirs, that start others there: {@code SpawnedOnHosts SCENARIO...}.
 * {@code BIPJ_TEST_HOST} says on which host a process is. Each prints "right" at its end.
 */
public final class SpawnedOnHosts {
    private static final String HOST = "BIPJ_TEST_HOST";
    private static final String CHILD = "child";
    private static final String NAME = SpawnedOnHosts.class.getName();

    private SpawnedOnHosts() {}

    /** Runs scenarios in turn. */
    public static void main(String[] args) throws Exception {
        if (args.length > 1 && args[1].equals("early")) {
            System.exit(3);
        }
        if (args.length > 1 && args[1].equals("never")) {
            System.out.println("waiting");
            Thread.sleep(100_000);
        }
        MPI.Init(args);
        if (args[0].equals(CHILD)) {
            asChild(args);
        } else {
            for (String scenario : args) {
                asParent(scenario);
            }
        }
        MPI.Finalize();
        System.out.println("right");
    }

    private static void asParent(String scenario) throws Exception {
        switch (scenario) {
            case "places" -> places();
            case "room" -> room();
            case "soft" -> soft();
            case "wrong" -> wrong();
            case "file" -> file();
            case "add" -> add();
            case "slow" -> spawn(1, "slow");
            case "never" ->
                fails(
                        "its supervisor, or the connection to it, has ended",
                        NAME,
                        info("host", "ben"),
                        1,
                        CHILD,
                        "never");
            case "shared" -> shared(spawn(2, info("host", "ben"), new int[2], "shared", "1", "3"), false, "1", "3");
            case "shared-all" -> shared(spawn(3, MPI.INFO_NULL, new int[3], "shared", "2", "3"), false, "2", "3");
            case "often" -> often();
            case "fails" -> {
                Intercomm one = spawn(1, info("host", "ben"), new int[1], "fails");
                one.barrier();
                // Both are gone with their jobs, on hosts of their own.
                Intracomm.publishName("of parent " + MPI.COMM_WORLD.getRank(), Intracomm.openPort());
                one.barrier();
                one.barrier();
            }
            default -> throw new IllegalArgumentException(scenario);
        }
    }

    private static void equal(Object expected, Object found) {
        if (!Objects.equals(expected, found)) {
            throw new AssertionError("expected " + expected + ", found " + found);
        }
    }

    private static Info info(String... keysAndValues) {
        Info info = new Info();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            info.set(keysAndValues[i], keysAndValues[i + 1]);
        }
        return info;
    }

    private static String[] child(String... args) {
        String[] all = Arrays.copyOf(new String[] {CHILD}, args.length + 1);
        System.arraycopy(args, 0, all, 1, args.length);
        return all;
    }

    private static Intercomm spawn(int processes, Info info, int[] codes, String... args) {
        return MPI.COMM_WORLD.spawn(NAME, child(args), processes, info, 0, codes);
    }

    private static void spawn(int processes, Info info, String... args) {
        leave(spawn(processes, info, null, args), false);
    }

    private static void spawn(int processes, String... args) {
        spawn(processes, MPI.INFO_NULL, args);
    }

    /** The message of the error of a spawn. */
    private static String failure(String command, Info info, int processes, int errorClass, String... args) {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        try {
            MPI.COMM_WORLD.spawn(command, args, processes, info, 0, null);
            throw new AssertionError(command + " has started");
        } catch (MPIException e) {
            equal(errorClass, e.getErrorClass());
            return e.getMessage();
        } finally {
            MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
        }
    }

    private static void fails(String said, String command, Info info, int processes, String... args) {
        String message = failure(command, info, processes, MPI.ERR_SPAWN, args);
        if (!message.contains(said)) {
            throw new AssertionError(said + ": " + message);
        }
    }

    /** All slots count; children are where hints say, those of one program beside those of another. */
    private static void places() {
        equal(7, MPI.COMM_WORLD.getAttr(MPI.UNIVERSE_SIZE));
        Intercomm two = MPI.COMM_WORLD.spawnMultiple(
                new String[] {NAME, NAME},
                new String[][] {child("on", "ben", "ann"), child("on", "ben", "ann")},
                new int[] {1, 1},
                new Info[] {info("host", "ben"), info("host", "ann:1")},
                0,
                null);
        leave(two, false);
    }

    /** More processes than free slots: those of this program have two. */
    private static void room() {
        fails(
                "6 processes of " + NAME + " are wanted, and there is room for 5 on ann, ben",
                NAME,
                MPI.INFO_NULL,
                6,
                CHILD);
        fails("room for 1 on ben", NAME, info("host", "ben:1"), 2, CHILD);
    }

    /** As many as there is room for, of those that are allowed. */
    private static void soft() {
        int[] codes = new int[100];
        Intercomm some = spawn(100, info("soft", "3:100:3"), codes, "none");
        equal(3, some.getRemoteSize());
        equal(3L, Arrays.stream(codes).filter(code -> code == MPI.SUCCESS).count());
        leave(some, false);
    }

    private static void wrong() {
        fails(
                "the info key host names cid; expected hosts of this mpirun, ann, ben",
                NAME,
                info("host", "cid"),
                1,
                CHILD);
        fails(
                "host ben: does not have the working directory /no/such/place",
                NAME,
                info("host", "ben", "wdir", "/no/such/place"),
                1);
        fails("on ben has ended before MPI.Init: exited with code 3", NAME, info("host", "ben"), 2, CHILD, "early");
        fails("ended before MPI.Init: it ended with code 0", "true", info("host", "ben"), 1);
        fails("host nowhere: its supervisor has not started", NAME, info("add-host", "nowhere"), 1, CHILD);
        fails("/no/such/program", "/no/such/program", info("host", "ben"), 1);
        fails("there is no such file", NAME, info("file", "/no/such/file"), 1);
    }

    /** Hints and arguments of each process. */
    private static void file() throws Exception {
        Path file = Files.createTempFile("bipj-hints", "");
        Files.writeString(
                file,
                "# of all\nenv = BIPJ_TEST_A=1\narg = ben\n\n[0 - 1]\narg = ben\narg = ann\nhost = ben\n[2]\nhost = ann:1\narg = ben\narg = ann\n");
        try {
            spawn(3, info("file", file.toString()), "on");
            Files.writeString(file, "colour = red\n");
            String message = failure(NAME, info("file", file.toString()), 1, MPI.ERR_INFO_VALUE);
            if (MPI.COMM_WORLD.getRank() == 0 && !message.contains("line 1 of " + file + " is 'colour = red'")) {
                throw new AssertionError(message);
            }
        } finally {
            Files.delete(file);
        }
    }

    /** Hosts that no option has named. */
    private static void add() throws Exception {
        spawn(2, info("add-host", "ben:2"), "on", "ben", "ben");
        Path file = Files.createTempFile("bipj-hosts", "");
        try {
            Files.writeString(file, "cid slots=1\n");
            spawn(1, info("add-hostfile", file.toString()), "on", "cid");
            spawn(1, info("hostfile", file.toString()), "on", "cid");
        } finally {
            Files.delete(file);
        }
    }

    private static void often() throws Exception {
        int[] before = null;
        for (int i = 0; i < 200; i++) {
            spawn(2, info("host", "ben:1,ann:1"), "none");
            if (i == 100) {
                before = held();
            }
        }
        int[] after = held();
        for (int i = 0; i < after.length; i++) {
            if (after[i] > before[i] + 2) {
                throw new AssertionError("files, threads, files of the session, processes, of supervisor and mpirun: "
                        + Arrays.toString(before) + " " + Arrays.toString(after));
            }
        }
    }

    /** What this process, its supervisor and mpirun hold. */
    private static int[] held() throws Exception {
        System.gc();
        // Until the last children have ended.
        Thread.sleep(1000);
        ProcessHandle above = ProcessHandle.current().parent().orElseThrow();
        ProcessHandle mpirun = above;
        while (!mpirun.info().commandLine().orElse("").contains("org.bipj.launch.Main ")) {
            mpirun = mpirun.parent().orElseThrow();
        }
        return new int[] {
            held("self", "fd"),
            held("self", "task"),
            Path.of(System.getenv("BIPJ_SESSION")).toFile().list().length,
            (int) above.descendants().count(),
            held(Long.toString(above.pid()), "fd"),
            held(Long.toString(above.pid()), "task"),
            held(Long.toString(mpirun.pid()), "fd"),
            held(Long.toString(mpirun.pid()), "task")
        };
    }

    /** How many files or threads a process has; 0 where it is another user's. */
    private static int held(String process, String what) {
        String[] all = Path.of("/proc", process, what).toFile().list();
        return all == null ? 0 : all.length;
    }

    private static void asChild(String[] args) throws Exception {
        Intercomm parent = Intercomm.getParent();
        switch (args[1]) {
            case "on" -> {
                List<String> hosts = Arrays.asList(args).subList(2, args.length);
                equal(hosts.get(MPI.COMM_WORLD.getRank()), System.getenv(HOST));
            }
            case "fails" -> {
                parent.barrier();
                Intracomm.publishName("of the child", Intracomm.openPort());
                System.out.println("published");
                parent.barrier();
                System.exit(7);
            }
            case "slow" -> {
                System.out.println("waiting");
                Thread.sleep(100_000);
            }
            case "shared" -> {
                shared(parent, true, args[2], args[3]);
                return;
            }
            default -> {}
        }
        leave(parent, true);
    }

    /** Parents and children of each host share memory, those of different hosts do not: so many are on ann, and on ben. */
    private static void shared(Intercomm other, boolean isChild, String onAnn, String onBen) {
        Intracomm all = other.merge(isChild);
        Intracomm node = all.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        equal(System.getenv(HOST).equals("ann") ? onAnn : onBen, Integer.toString(node.getSize()));
        try (Win win = Win.allocateShared(8, 8, MPI.INFO_NULL, node)) {
            win.memory().set(ValueLayout.JAVA_LONG, 0, 40 + node.getRank());
            win.fence(0);
            for (int one = 0; one < node.getSize(); one++) {
                equal(40L + one, win.query(one).get(ValueLayout.JAVA_LONG, 0));
            }
            win.fence(0);
        }
        node.free();
        exchange(all);
        int[] memory = new int[all.getSize()];
        try (Win win = new Win(memory, memory.length, 1, MPI.INFO_NULL, all)) {
            win.fence(0);
            for (int target = 0; target < memory.length; target++) {
                win.put(new int[] {all.getRank() + 1}, 1, MPI.INT, target, all.getRank(), 1, MPI.INT);
            }
            win.fence(0);
            for (int i = 0; i < memory.length; i++) {
                equal(i + 1, memory[i]);
            }
        }
        all.disconnect();
        leave(other, isChild);
    }

    /** Messages of all lengths, in registered memory too, between each two, and collective calls of all. */
    private static void exchange(Intracomm all) {
        int n = all.getSize();
        int me = all.getRank();
        for (int bytes : new int[] {0, 1, 1000, 100_000, 3_000_000}) {
            ByteBuffer sent = MPI.newByteBuffer(bytes + 1);
            ByteBuffer found = MPI.newByteBuffer(bytes + 1);
            byte[] array = new byte[bytes + 1];
            for (int shift = 1; shift < n; shift++) {
                sent.put(bytes, (byte) (me + shift));
                int to = (me + shift) % n;
                int from = (me - shift + n) % n;
                all.sendRecv(sent, bytes + 1, MPI.BYTE, to, 1, found, bytes + 1, MPI.BYTE, from, 1);
                equal((byte) (from + shift), found.get(bytes));
                all.sendRecv(sent, bytes + 1, MPI.BYTE, to, 2, array, bytes + 1, MPI.BYTE, from, 2);
                equal((byte) (from + shift), array[bytes]);
            }
        }
        for (int root = 0; root < n; root++) {
            int[] data = new int[1000];
            Arrays.fill(data, me == root ? root + 1 : 0);
            all.bcast(data, data.length, MPI.INT, root);
            equal(root + 1, data[999]);
        }
        int[] each = new int[n];
        all.allGather(new int[] {me}, 1, MPI.INT, each, 1, MPI.INT);
        for (int i = 0; i < n; i++) {
            equal(i, each[i]);
        }
    }

    private static void leave(Intercomm other, boolean isChild) {
        int all = other.getSize() + other.getRemoteSize();
        Intracomm both = other.merge(isChild);
        int[] sum = {0};
        both.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
        equal(all, sum[0]);
        both.disconnect();
        other.disconnect();
    }
}
