package org.bipj.launch.contract;

import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import mpi.Comm;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import mpi.Win;
import org.bipj.core.job.Jobs;

/**
 * Processes that start others, and jobs that meet: {@code Dynamic SCENARIO...}. Each process prints "right" at its end. Processes that
 * were started have "child" as their first argument.
 */
public final class Dynamic {
    private static final String CHILD = "child";
    private static final int TAG = 3;

    private Dynamic() {}

    /** Runs scenarios in turn. */
    public static void main(String[] args) throws Exception {
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

    private static void that(boolean holds, Object... what) {
        if (!holds) {
            throw new AssertionError(Arrays.toString(what));
        }
    }

    private static void equal(Object expected, Object found) {
        that(Objects.equals(expected, found), "expected", expected, "found", found);
    }

    private static int error(Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            return e.getErrorClass();
        }
        return MPI.SUCCESS;
    }

    private static Intercomm children(int processes, String... args) {
        return children(MPI.COMM_WORLD, 0, processes, MPI.INFO_NULL, args);
    }

    private static Intercomm children(Intracomm comm, int root, int processes, Info info, String... args) {
        String[] all = new String[args.length + 1];
        all[0] = CHILD;
        System.arraycopy(args, 0, all, 1, args.length);
        int[] codes = new int[processes];
        Arrays.fill(codes, -1);
        boolean isRoot = comm.getRank() == root;
        Intercomm made =
                comm.spawn(isRoot ? Dynamic.class.getName() : null, isRoot ? all : null, processes, info, root, codes);
        that(Arrays.stream(codes).allMatch(code -> code == MPI.SUCCESS), "error codes", Arrays.toString(codes));
        return made;
    }

    private static void asParent(String scenario) throws Exception {
        switch (scenario) {
            case "messages" -> messages();
            case "hints" -> hints();
            case "several" -> several();
            case "part" -> part();
            case "generations" -> generations();
            case "halves" -> halves();
            case "join" -> join();
            case "names" -> names();
            case "left" -> left();
            case "wrong" -> wrong();
            case "unmade" -> unmade();
            case "crowded" -> crowded();
            case "fewer" -> fewer();
            case "window" -> window(children(2, "window").merge(false));
            case "freed" -> children(1, "freed").free();
            case "fails", "exits", "killed", "parent", "alone", "wait" -> failure(scenario);
            case "serve" -> serve();
            case "attend" -> {
                String port = Intracomm.openPort();
                Intracomm.publishName("served", port);
                MPI.COMM_WORLD.accept(port, 0).barrier();
            }
            case "visit" -> {
                Intercomm server = MPI.COMM_WORLD.connect(served(), 0);
                waiting("wait");
                server.barrier();
            }
            case "call" -> call();
            case "free" -> free();
            case "disconnect" -> disconnect();
            case "serve-50" -> serveOften(50);
            case "call-50" -> {
                for (int i = 0; i < 50; i++) {
                    Intercomm server = MPI.COMM_WORLD.connect(served(), 0);
                    meetOnce(server, true);
                }
            }
            case "host-of-family" -> hostOfFamily();
            case "family" -> family();
            default -> often(Integer.parseInt(scenario));
        }
    }

    private static void asChild(String[] args) throws Exception {
        Intercomm parent = Intercomm.getParent();
        that(!parent.isNull() && parent == Intercomm.getParent(), "the parent");
        switch (args[1]) {
            case "messages" -> messages(parent);
            case "hints" -> {
                equal(Path.of(args[2]).toRealPath(), Path.of("").toRealPath());
                equal("one", System.getenv("BIPJ_TEST_FIRST"));
                equal("two words", System.getenv("BIPJ_TEST_SECOND"));
                parent.disconnect();
            }
            case "several" -> {
                int rank = MPI.COMM_WORLD.getRank();
                equal(rank < 2 ? "a" : "b", args[2]);
                equal(rank < 2 ? 0 : 1, MPI.COMM_WORLD.getAttr(MPI.APPNUM));
                equal(3, MPI.COMM_WORLD.getSize());
                parent.disconnect();
            }
            case "family" -> ofFamily(parent);
            case "generations" -> generation(parent, Integer.parseInt(args[2]));
            case "window" -> window(parent.merge(true));
            case "freed" -> parent.free();
            case "left" -> {
                Intracomm.publishName(LEFT, "a port of the child");
                parent.disconnect();
            }
            case "fails", "exits", "killed", "parent", "alone", "wait" -> failure(args[1], parent);
            default -> parent.disconnect();
        }
        if (!args[1].equals("window")) {
            that(Intercomm.getParent().isNull(), "the parent after it was disconnected");
        }
    }

    // ---- messages of all sizes, both ways, and after the children have gone the next ones ------------

    private static final int[] LENGTHS = {0, 1, 1000, 100_000, 3_000_000};

    private static void messages() throws Exception {
        for (int round = 0; round < 2; round++) {
            Intercomm kids = children(3, "messages");
            that(kids.isInter(), "an intercommunicator");
            equal(3, kids.getRemoteSize());
            equal(MPI.COMM_WORLD.getRank(), kids.getRank());
            exchange(kids);
            kids.disconnect();
        }
    }

    private static void messages(Intercomm parent) throws Exception {
        exchange(parent);
        parent.disconnect();
    }

    private static void exchange(Intercomm other) throws Exception {
        int others = other.getRemoteSize();
        int rank = other.getRank();
        for (int length : LENGTHS) {
            byte[] sent = new byte[length];
            Arrays.fill(sent, (byte) (rank + 1));
            mpi.Request[] sends = new mpi.Request[others];
            for (int i = 0; i < others; i++) {
                sends[i] = other.iSend(sent, length, MPI.BYTE, i, TAG);
            }
            for (int i = 0; i < others; i++) {
                byte[] found = new byte[length];
                Status status = other.recv(found, length, MPI.BYTE, MPI.ANY_SOURCE, TAG);
                byte expected = (byte) (status.getSource() + 1);
                int right = 0;
                while (right < length && found[right] == expected) {
                    right++;
                }
                that(right == length, "byte", right, "of rank", status.getSource());
                equal(length, status.getCount(MPI.BYTE));
            }
            mpi.Request.waitAll(sends);
            other.barrier();
        }
    }

    private static void hints() throws Exception {
        Path place = Files.createTempDirectory("bipj-dynamic");
        try (Info info = new Info()) {
            info.set("wdir", place.toString());
            info.set("env", "BIPJ_TEST_FIRST=one\nBIPJ_TEST_SECOND=two words");
            String[] told = {place.toString()};
            children(MPI.COMM_WORLD, 0, 1, info, "hints", told[0]).disconnect();
        } finally {
            Files.delete(place);
        }
    }

    private static void several() throws Exception {
        String name = Dynamic.class.getName();
        Intercomm kids = MPI.COMM_WORLD.spawnMultiple(
                new String[] {name, name},
                new String[][] {{CHILD, "several", "a"}, {CHILD, "several", "b"}},
                new int[] {2, 1},
                new Info[] {MPI.INFO_NULL, MPI.INFO_NULL},
                0,
                null);
        equal(3, kids.getRemoteSize());
        kids.disconnect();
        if (System.getenv("BIPJ_SESSION") == null) {
            severalByFile();
        }
    }

    /** The same by a file of hints, in the modes that understand only some of these. */
    private static void severalByFile() throws Exception {
        Path file = Files.createTempFile("bipj-hints", "");
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        try (Info info = new Info()) {
            info.set("file", file.toString());
            Files.writeString(file, "[0-1]\narg = a\n[2]\narg = b\n");
            children(MPI.COMM_WORLD, 0, 3, info, "several").disconnect();
            Files.writeString(file, "wdir = /\n");
            equal(MPI.ERR_SPAWN, error(() -> children(MPI.COMM_WORLD, 0, 1, info, "none")));
        } finally {
            MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
            Files.delete(file);
        }
    }

    /** Ranks of which some start others each, at the same time, with another root than 0. */
    private static void part() {
        Intracomm half = MPI.COMM_WORLD.split(MPI.COMM_WORLD.getRank() % 2, 0);
        int root = half.getSize() - 1;
        Intercomm kids = children(half, root, 1, MPI.INFO_NULL, "none");
        equal(1, kids.getRemoteSize());
        kids.disconnect();
        half.free();
    }

    // ---- children of children: a communicator of all -------------------------------------------------

    private static void generations() throws Exception {
        Intercomm kids = children(1, "generations", "2");
        Intracomm both = kids.merge(false);
        // The child has joined its own child in, whose job this process has not met.
        Intercomm grand =
                both.createIntercomm(MPI.COMM_SELF.getRank() == 0 ? MPI.COMM_WORLD : null, 0, both.getSize() - 1, TAG);
        Intracomm all = grand.merge(false);
        sum(all, MPI.COMM_WORLD.getSize() + 2);
        all.disconnect();
        grand.disconnect();
        both.disconnect();
        kids.disconnect();
    }

    private static void generation(Intercomm parent, int level) throws Exception {
        if (level == 1) {
            Intracomm young = parent.merge(true);
            // The leader of this group is the parent; this process knows nothing of the peers.
            Intercomm grand = MPI.COMM_WORLD.createIntercomm(young, 0, -1, TAG);
            Intracomm all = grand.merge(true);
            sum(all, -1);
            all.disconnect();
            grand.disconnect();
            young.disconnect();
            parent.disconnect();
            return;
        }
        Intracomm old = parent.merge(true);
        Intercomm kids = children(1, "generations", "1");
        Intracomm young = kids.merge(false);
        Intercomm grand = old.createIntercomm(young, 0, 0, TAG);
        Intracomm all = grand.merge(true);
        sum(all, -1);
        all.disconnect();
        grand.disconnect();
        young.disconnect();
        kids.disconnect();
        old.disconnect();
        parent.disconnect();
    }

    private static void sum(Intracomm all, int size) {
        if (size >= 0) {
            equal(size, all.getSize());
        }
        int n = all.getSize();
        int[] sum = new int[1];
        all.allReduce(new int[] {all.getRank() + 1}, sum, 1, MPI.INT, MPI.SUM);
        equal(n * (n + 1) / 2, sum[0]);
        int[] each = new int[n];
        all.allGather(new int[] {all.getRank()}, 1, MPI.INT, each, 1, MPI.INT);
        for (int i = 0; i < n; i++) {
            equal(i, each[i]);
        }
    }

    // ---- ports ---------------------------------------------------------------------------------------

    /** Both halves of one world meet at a port, again and again. */
    private static void halves() throws Exception {
        int rank = MPI.COMM_WORLD.getRank();
        Intracomm half = MPI.COMM_WORLD.split(rank % 2, 0);
        String port = rank == 0 ? Intracomm.openPort() : null;
        if (rank == 0) {
            MPI.COMM_WORLD.send(port.toCharArray(), port.length(), MPI.CHAR, 1, TAG);
        } else if (rank == 1) {
            char[] name = new char[MPI.COMM_WORLD.probe(0, TAG).getCount(MPI.CHAR)];
            MPI.COMM_WORLD.recv(name, name.length, MPI.CHAR, 0, TAG);
            port = new String(name);
        }
        for (int round = 0; round < 3; round++) {
            Intercomm other = rank % 2 == 0 ? half.accept(port, 0) : half.connect(port, 0);
            equal(MPI.COMM_WORLD.getSize() - half.getSize(), other.getRemoteSize());
            exchange(other);
            other.disconnect();
        }
        if (rank == 0) {
            Intracomm.closePort(port);
        }
        half.free();
    }

    private static void join() throws Exception {
        int rank = MPI.COMM_WORLD.getRank();
        if (rank > 1) {
            return;
        }
        try (ServerSocket server = rank == 0 ? new ServerSocket(0, 1, InetAddress.getLoopbackAddress()) : null) {
            int[] port = {rank == 0 ? server.getLocalPort() : 0};
            if (rank == 0) {
                MPI.COMM_WORLD.send(port, 1, MPI.INT, 1, TAG);
            } else {
                MPI.COMM_WORLD.recv(port, 1, MPI.INT, 0, TAG);
            }
            try (Socket socket = rank == 0 ? server.accept() : new Socket(InetAddress.getLoopbackAddress(), port[0])) {
                Intercomm other = Intercomm.join(socket);
                equal(1, other.getRemoteSize());
                exchange(other);
                other.disconnect();
                socket.getOutputStream().write(rank);
                equal(1 - rank, socket.getInputStream().read());
            }
        }
    }

    private static void names() {
        if (MPI.COMM_WORLD.getRank() > 0) {
            return;
        }
        String service = "a service / of this test *";
        equal(MPI.ERR_NAME, error(() -> Intracomm.lookupName(service)));
        Intracomm.publishName(service, "somewhere");
        equal("somewhere", Intracomm.lookupName(service));
        equal(MPI.ERR_SERVICE, error(() -> Intracomm.publishName(service, "elsewhere")));
        equal(MPI.ERR_SERVICE, error(() -> Intracomm.unpublishName(service, "elsewhere")));
        Intracomm.unpublishName(service, MPI.INFO_NULL, "somewhere");
        equal(MPI.ERR_SERVICE, error(() -> Intracomm.unpublishName(service, "somewhere")));
        equal(MPI.ERR_SERVICE, error(() -> Intracomm.publishName("", "somewhere")));
        equal(MPI.ERR_ARG, error(() -> Intracomm.publishName(null, "somewhere")));
    }

    private static final String LEFT = "of a job that ends";

    /** A child ends, and has published a name: it is gone then. */
    private static void left() throws Exception {
        children(1, "left").disconnect();
        if (MPI.COMM_WORLD.getRank() == 0) {
            while (error(() -> Intracomm.lookupName(LEFT)) == MPI.SUCCESS) {
                Thread.sleep(1);
            }
            Intracomm.publishName(LEFT, "a port of the parent");
            equal("a port of the parent", Intracomm.lookupName(LEFT));
            Intracomm.unpublishName(LEFT, "a port of the parent");
        }
        MPI.COMM_WORLD.barrier();
    }

    // ---- what cannot be ------------------------------------------------------------------------------

    private static void wrong() {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        Intracomm all = MPI.COMM_WORLD;
        failed(MPI.ERR_ARG, codes -> all.spawn(null, null, 2, MPI.INFO_NULL, 0, codes));
        failed(MPI.ERR_SPAWN, codes -> all.spawn("java", null, 0, MPI.INFO_NULL, 0, codes));
        failed(MPI.ERR_ROOT, codes -> all.spawn("java", null, 2, MPI.INFO_NULL, all.getSize(), codes));
        equal(MPI.ERR_ARG, error(() -> all.spawnMultiple(new String[0], null, new int[0], null, 0, null)));
        failed(MPI.ERR_ARG, codes -> all.spawn("java", null, 3, MPI.INFO_NULL, 0, codes));
        differs(all);
        equal(MPI.ERR_PORT, error(() -> all.connect("no port", 0)));
        equal(MPI.ERR_PORT, error(() -> all.connect(null, 0)));
        equal(MPI.ERR_PORT, error(() -> all.accept("no port", 0)));
        equal(MPI.ERR_PORT, error(() -> Intracomm.closePort("no port")));
        String closed = Intracomm.openPort();
        Intracomm.closePort(closed);
        equal(MPI.ERR_PORT, error(() -> all.connect(closed, 0)));
        equal(MPI.ERR_PORT, error(() -> all.accept(closed, 0)));
        String open = Intracomm.openPort(MPI.INFO_NULL);
        String forged = open.substring(0, open.length() - 4) + (open.endsWith("0000") ? "1111" : "0000");
        String door = forged.replaceFirst("#.*#", "#door-77-0#");
        equal(MPI.ERR_PORT, error(() -> all.connect(door, 0)));
        equal(MPI.ERR_PORT, error(() -> all.connect(open.replaceFirst(" [^#]*#", " shm:/dev/shm/bipj-none#"), 0)));
        all.barrier();
        Intracomm.closePort(open);
        that(Intercomm.getParent().isNull(), "no parent");
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
    }

    /** Ranks that name different roots, or make different calls, learn whose they are before one waits for another job. */
    private static void differs(Intracomm all) {
        int rank = all.getRank();
        String port = Intracomm.openPort();
        if (all.getSize() > 1) {
            says(
                    "rank 0 calls spawn with root 0, and rank 1 calls spawn with root 1",
                    () -> all.spawn("java", null, 1, MPI.INFO_NULL, rank, null));
            says("rank 0 calls accept with root 0, and rank 1 calls accept with root 1", () -> all.accept(port, rank));
            says("rank 0 calls accept with root 0, and rank 1 calls connect with root 0", () -> {
                if (rank == 0) {
                    all.accept(port, 0);
                } else {
                    all.connect(port, 0);
                }
            });
        }
        Intracomm.closePort(port);
    }

    /** The call fails, and its error codes say so, at each rank and already when the error handler is called. */
    private static void failed(int errorClass, Consumer<int[]> spawn) {
        int[] codes = {-1, -1};
        int[] seen = new int[2];
        MPI.COMM_WORLD.setErrhandler(
                Intracomm.createErrhandler((on, code) -> System.arraycopy(codes, 0, seen, 0, seen.length)));
        equal(errorClass, error(() -> spawn.accept(codes)));
        String expected = "[" + errorClass + ", " + errorClass + "]";
        equal(expected, Arrays.toString(codes));
        equal(expected, Arrays.toString(seen));
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    }

    private static void says(String words, Runnable call) {
        try {
            call.run();
            that(false, "no error", words);
        } catch (MPIException e) {
            that(e.getMessage().contains(words), words, e.getMessage());
        }
    }

    /** Programs that are none, and one that ends before Init. */
    private static void unmade() {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        for (String command : List.of("/no/such/program", "/etc/passwd", "true", "false", "NoSuchClass")) {
            failed(MPI.ERR_SPAWN, codes -> MPI.COMM_WORLD.spawn(command, null, 2, MPI.INFO_NULL, 0, codes));
        }
        try (Info info = new Info()) {
            info.set("wdir", "/no/such/place");
            equal(MPI.ERR_SPAWN, error(() -> MPI.COMM_WORLD.spawn("true", null, 1, info, 0, null)));
        }
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
    }

    /** Numbers of processes that are allowed instead of the one that is wanted, and hosts. */
    private static void fewer() {
        try (Info info = new Info()) {
            info.set("soft", "6:4:-2,7");
            info.set("host", "localhost");
            int[] codes = {-1, -1, -1, -1, -1};
            Intercomm kids = MPI.COMM_WORLD.spawn(
                    Dynamic.class.getName(), new String[] {CHILD, "none"}, codes.length, info, 0, codes);
            equal(4, kids.getRemoteSize());
            equal("[0, 0, 0, 0, " + MPI.ERR_SPAWN + "]", Arrays.toString(codes));
            kids.disconnect();
            MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
            String[] argv = {CHILD, "none"};
            for (String none : List.of("7", "0", "-3:0")) {
                info.set("soft", none);
                equal(
                        MPI.ERR_SPAWN,
                        error(() -> MPI.COMM_WORLD.spawn(Dynamic.class.getName(), argv, 5, info, 0, null)));
            }
            info.set("soft", "1:2:3:4");
            equal(
                    MPI.ERR_INFO_VALUE,
                    error(() -> MPI.COMM_WORLD.spawn(Dynamic.class.getName(), argv, 5, info, 0, null)));
            info.set("soft", "1:5");
            info.set("host", "no-such-host.invalid:4");
            equal(MPI.ERR_SPAWN, error(() -> MPI.COMM_WORLD.spawn(Dynamic.class.getName(), argv, 5, info, 0, null)));
        }
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
    }

    /** On a simulated cluster: more processes than free hosts, and no other end of a socket. */
    private static void crowded() throws Exception {
        // Until those that have disconnected before have ended.
        Thread.sleep(200);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        try {
            MPI.COMM_WORLD.spawn(Dynamic.class.getName(), new String[] {CHILD}, 1000, MPI.INFO_NULL, 0, null);
            that(false, "1000 processes");
        } catch (MPIException e) {
            equal(MPI.ERR_SPAWN, e.getErrorClass());
            that(e.getMessage().contains("1000 processes are wanted, and "), e.getMessage());
        }
        try (Info info = new Info()) {
            info.set("soft", "1:999:4");
            int[] codes = new int[1000];
            Intercomm some =
                    MPI.COMM_WORLD.spawn(Dynamic.class.getName(), new String[] {CHILD, "many"}, 1000, info, 0, codes);
            equal(57, some.getRemoteSize());
            equal(57L, Arrays.stream(codes).filter(code -> code == MPI.SUCCESS).count());
            some.disconnect();
        }
        MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
        equal(MPI.ERR_UNSUPPORTED_OPERATION, error(() -> Intercomm.join(new Socket())));
        MPI.COMM_SELF.setErrhandler(MPI.ERRORS_ARE_FATAL);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
    }

    private static void window(Intracomm all) throws Exception {
        int[] memory = new int[all.getSize()];
        try (Win win = new Win(memory, memory.length, 1, MPI.INFO_NULL, all)) {
            win.fence(0);
            for (int target = 0; target < all.getSize(); target++) {
                win.put(new int[] {all.getRank() + 1}, 1, MPI.INT, target, all.getRank(), 1, MPI.INT);
            }
            win.fence(0);
            for (int i = 0; i < memory.length; i++) {
                equal(i + 1, memory[i]);
            }
        }
        memory(all);
        all.free();
    }

    /** Parents and children of one host share memory. In virtual time each is on a host of its own. */
    private static void memory(Intracomm all) {
        Intracomm node = all.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        if (System.getenv("BIPJ_TEST_HOSTS") == null) {
            equal(Jobs.of(MPI.class).isVirtual() ? 1 : all.getSize(), node.getSize());
        }
        int me = node.getRank();
        try (Win win = Win.allocateShared(8, 8, MPI.INFO_NULL, node)) {
            win.memory().set(ValueLayout.JAVA_LONG, 0, 40 + me);
            win.fence(0);
            for (int other = 0; other < node.getSize(); other++) {
                equal(40L + other, win.query(other).get(ValueLayout.JAVA_LONG, 0));
            }
            win.fence(0);
        }
        node.free();
        int rounds = 50;
        try (Win win = Win.allocate(8, 8, MPI.INFO_NULL, all)) {
            for (int round = 0; round < rounds; round++) {
                long[] value = {0};
                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                win.get(value, 1, MPI.LONG, 0, 0, 1, MPI.LONG);
                win.flush(0);
                value[0]++;
                win.put(value, 1, MPI.LONG, 0, 0, 1, MPI.LONG);
                win.unlock(0);
            }
            all.barrier();
            long[] sum = {0};
            win.lock(MPI.LOCK_SHARED, 0, 0);
            win.get(sum, 1, MPI.LONG, 0, 0, 1, MPI.LONG);
            win.unlock(0);
            equal((long) rounds * all.getSize(), sum[0]);
        }
        // Registered memory, which is copied once where it is shared.
        int bytes = 1 << 20;
        ByteBuffer sent = MPI.newByteBuffer(bytes);
        ByteBuffer found = MPI.newByteBuffer(bytes);
        int n = all.getSize();
        for (int shift = 1; shift < n; shift++) {
            sent.put(bytes - 1, (byte) (me(all) + shift));
            int from = (me(all) - shift + n) % n;
            all.sendRecv(sent, bytes, MPI.BYTE, (me(all) + shift) % n, TAG, found, bytes, MPI.BYTE, from, TAG);
            equal((byte) (from + shift), found.get(bytes - 1));
        }
    }

    private static int me(Intracomm all) {
        return all.getRank();
    }

    /** Jobs of two launchers do not say that they share memory. */
    private static void apart(Intracomm all) {
        Intracomm node = all.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        Intracomm own = MPI.COMM_WORLD.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        equal(own.getSize(), node.getSize());
        own.free();
        node.free();
    }

    /** Children that come and go leave nothing. */
    private static void often(int times) throws Exception {
        int[] before = null;
        for (int i = 0; i < times; i++) {
            children(1, "none").disconnect();
            if (i == times / 2) {
                before = held();
            }
        }
        int[] after = held();
        for (int i = 0; i < after.length; i++) {
            that(
                    after[i] <= before[i] + 2,
                    "files, mappings, threads",
                    Arrays.toString(before),
                    Arrays.toString(after));
        }
    }

    private static int[] held() throws Exception {
        String session = System.getenv("BIPJ_SESSION");
        if (session == null) {
            return new int[0];
        }
        System.gc();
        return new int[] {
            new java.io.File("/proc/self/fd").list().length,
            (int) Files.readAllLines(Path.of("/proc/self/maps")).stream()
                    .filter(line -> line.contains("/bipj-"))
                    .count(),
            new java.io.File("/proc/self/task").list().length,
            new java.io.File(session).list().length
        };
    }

    // ---- jobs of two launchers -----------------------------------------------------------------------

    private static void failure(String what) throws Exception {
        Intercomm kids = children(2, what);
        if (MPI.COMM_WORLD.getRank() == 1) {
            Intracomm.publishName("of the parents", Intracomm.openPort());
        }
        if (what.equals("alone")) {
            kids.disconnect();
            // Until the launcher has dealt with the failure of the children.
            Thread.sleep(1000);
            return;
        }
        kids.barrier();
        if (what.equals("parent") && MPI.COMM_WORLD.getRank() == 0) {
            throw new IllegalStateException("on purpose");
        }
        waiting(what);
        kids.barrier();
    }

    private static void failure(String what, Intercomm parent) throws Exception {
        if (what.equals("alone")) {
            parent.disconnect();
            // Until the parents have left that call, too.
            Thread.sleep(200);
        } else {
            parent.barrier();
        }
        if (MPI.COMM_WORLD.getRank() == 1) {
            Intracomm.publishName("of the children", Intracomm.openPort());
            switch (what) {
                case "fails", "alone" -> throw new IllegalStateException("on purpose");
                case "exits" -> System.exit(7);
                case "killed" ->
                    new ProcessBuilder(
                                    "kill",
                                    "-9",
                                    Long.toString(ProcessHandle.current().pid()))
                            .start()
                            .waitFor();
                default -> {}
            }
        }
        if (what.equals("alone")) {
            MPI.COMM_WORLD.barrier();
        }
        waiting(what);
        parent.barrier();
    }

    /** Says so, and waits for a signal. */
    private static void waiting(String what) throws Exception {
        if (what.equals("wait")) {
            System.out.println("waiting");
            Thread.sleep(100_000);
        }
    }

    private static void serve() {
        String port = MPI.COMM_WORLD.getRank() == 0 ? Intracomm.openPort() : null;
        if (port != null) {
            Intracomm.publishName("served", port);
        }
        for (int i = 0; i < 2; i++) {
            Intercomm client = MPI.COMM_WORLD.accept(port, 0);
            Intracomm all = client.merge(false);
            sum(all, -1);
            apart(all);
            client.disconnect();
        }
        if (port != null) {
            Intracomm.unpublishName("served", port);
            Intracomm.closePort(port);
        }
    }

    private static void serveOften(int times) throws Exception {
        String port = MPI.COMM_WORLD.getRank() == 0 ? Intracomm.openPort() : null;
        if (port != null) {
            Intracomm.publishName("served", port);
        }
        int[] before = {};
        for (int i = 0; i < times; i++) {
            Intercomm client = MPI.COMM_WORLD.accept(port, 0);
            meetOnce(client, false);
            if (i == times / 2) {
                before = held();
            }
        }
        int[] after = held();
        for (int i = 0; i < after.length; i++) {
            that(
                    after[i] <= before[i] + 4,
                    "files, mappings, threads",
                    Arrays.toString(before),
                    Arrays.toString(after));
        }
    }

    private static void meetOnce(Intercomm other, boolean isBehind) throws Exception {
        exchange(other);
        Intracomm all = other.merge(isBehind);
        sum(all, -1);
        all.disconnect();
        other.disconnect();
    }

    /** Meets a process that has children, and all of them in one communicator. */
    private static void hostOfFamily() throws Exception {
        String port = MPI.COMM_WORLD.getRank() == 0 ? Intracomm.openPort() : null;
        if (port != null) {
            Intracomm.publishName("served", port);
        }
        Intercomm parent = MPI.COMM_WORLD.accept(port, 0);
        Intracomm both = parent.merge(false);
        Intercomm children = both.createIntercomm(MPI.COMM_WORLD, 0, both.getSize() - 1, TAG);
        Intracomm all = children.merge(false);
        sum(all, 5);
        exchange(children);
        all.disconnect();
        children.disconnect();
        both.disconnect();
        parent.disconnect();
    }

    /** The children have met nobody but this process. */
    private static void family() throws Exception {
        Intercomm kids = children(2, "family");
        Intercomm host = MPI.COMM_WORLD.connect(served(), 0);
        Intracomm own = kids.merge(false);
        Intracomm both = host.merge(true);
        Intercomm hosts = both.createIntercomm(own, 0, 0, TAG);
        Intracomm all = hosts.merge(true);
        sum(all, 5);
        exchange(hosts);
        all.disconnect();
        hosts.disconnect();
        both.disconnect();
        host.disconnect();
        own.disconnect();
        kids.disconnect();
    }

    private static void ofFamily(Intercomm parent) throws Exception {
        Intracomm own = parent.merge(true);
        Intercomm hosts = MPI.COMM_WORLD.createIntercomm(own, 0, -1, TAG);
        Intracomm all = hosts.merge(true);
        sum(all, 5);
        exchange(hosts);
        all.disconnect();
        hosts.disconnect();
        own.disconnect();
        parent.disconnect();
    }

    private static void call() throws Exception {
        Intercomm server = MPI.COMM_WORLD.connect(served(), 0);
        Intracomm all = server.merge(true);
        sum(all, -1);
        apart(all);
        server.disconnect();
    }

    /** A server that frees what its client disconnects, and goes. */
    private static void free() {
        String port = MPI.COMM_WORLD.getRank() == 0 ? Intracomm.openPort() : null;
        if (port != null) {
            Intracomm.publishName("freed", port);
        }
        Intercomm client = MPI.COMM_WORLD.accept(port, 0);
        client.barrier();
        client.free();
        MPI.COMM_WORLD.barrier();
        if (port != null) {
            Intracomm.unpublishName("freed", port);
        }
    }

    /** Its client, which waits for it. */
    private static void disconnect() throws Exception {
        Intercomm server = MPI.COMM_WORLD.connect(published("freed"), 0);
        server.setErrhandler(MPI.ERRORS_RETURN);
        server.barrier();
        // All of the server have freed it when the name has gone: else they would find the call that they do not make.
        while (error(() -> Intracomm.lookupName("freed")) == MPI.SUCCESS) {
            Thread.sleep(1);
        }
        try {
            server.disconnect();
            throw new AssertionError("no error");
        } catch (MPIException e) {
            that(e.getMessage().contains("which has called Finalize instead"), e.getMessage());
            that(e.getMessage().contains("of the other group"), e.getMessage());
        }
    }

    /** The port of a server, once that is there. */
    private static String served() throws Exception {
        return published("served");
    }

    private static String published(String service) throws Exception {
        while (true) {
            try {
                return Intracomm.lookupName(service);
            } catch (MPIException e) {
                Thread.sleep(20);
            }
        }
    }
}
