package org.bipj.launch;

import java.io.IOException;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Session;
import mpi.Status;
import mpi.Win;

/** Programs that print what they have seen of what MPI leaves open; the first argument names one. */
public final class ReplayActor {
    /** A property by which a test has the program make other calls than before. */
    static final String DIFFERS = "bipj.test.differs";

    private static final int LONGEST = 20_000;
    private static final int TAGS = 3;
    /** No message has it. */
    private static final int SILENT_TAG = 9;

    private final Comm world;
    private final int rank;
    private final int ranks;
    /** By source and tag: messages that have not been received. */
    private final int[][] left;

    private final StringBuilder seen = new StringBuilder();
    private final int[] buffer = new int[LONGEST];
    /** What comes next depends on all that was seen. */
    private Random random;

    private final List<int[]> messages = new ArrayList<>();

    private ReplayActor(Comm world, long seed, int each) {
        this.world = world;
        rank = world.getRank();
        ranks = world.getSize();
        left = new int[ranks][TAGS];
        random = new Random(seed * ranks + rank);
        Random plan = new Random(seed);
        for (int source = 0; source < ranks; source++) {
            for (int i = 0; i < each; i++) {
                int dest = plan.nextInt(ranks);
                int tag = plan.nextInt(TAGS);
                int length = plan.nextInt(10) == 0 ? LONGEST : 1 + plan.nextInt(50);
                messages.add(new int[] {source, dest, tag, length});
                if (dest == rank) {
                    left[source][tag]++;
                }
            }
        }
    }

    public static void main(String[] args) throws MPIException {
        if (args[0].equals("sessions")) {
            for (int i = 0; i < 3; i++) {
                try (Session session = Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN)) {
                    Group all = Group.fromSessionPset(session, "mpi://WORLD");
                    order(Intracomm.createFromGroup(all, "replay " + i, MPI.INFO_NULL, MPI.ERRORS_RETURN), 5 + i);
                }
            }
            return;
        }
        if (args[0].equals("threads") && System.getProperty(DIFFERS) == null) {
            MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        } else {
            MPI.Init(args);
        }
        Comm world = MPI.COMM_WORLD;
        switch (args[0]) {
            case "random" -> {
                sums(MPI.COMM_WORLD, Long.parseLong(args[1]));
                new ReplayActor(world, Long.parseLong(args[1]), Integer.parseInt(args[2])).run();
                if (args.length > 3) {
                    endByKill(world);
                }
            }
            case "sums" -> sums(MPI.COMM_WORLD, Long.parseLong(args[1]));
            case "order" -> order(world, Integer.parseInt(args[1]));
            case "differs" -> {
                order(world, 3);
                if (world.getRank() == 0) {
                    differ(world);
                }
            }
            case "long" -> longOnes(world);
            case "crossed" -> crossed(world);
            case "buffered" -> buffered(world);
            case "partitions" -> partitions(world);
            case "windows" -> windows(world, Long.parseLong(args[1]), Integer.parseInt(args[2]));
            case "threads" -> {}
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }

    /** Rank 0 receives so many messages of each other rank. */
    private static void order(Comm world, int each) throws MPIException {
        int[] word = {world.getRank()};
        int senders = world.getSize() - 1;
        if (world.getRank() > 0) {
            for (int i = 0; i < each; i++) {
                world.send(word, 1, MPI.INT, 0, i);
            }
        } else {
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < each * senders; i++) {
                order.add(world.recv(word, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG)
                        .getSource());
            }
            System.out.println(order);
        }
    }

    /** Each rank prints sums whose last bits depend on the order in which they are added up. */
    private static void sums(Intracomm world, long seed) throws MPIException {
        int ranks = world.getSize();
        Random random = new Random(seed * ranks + world.getRank());
        StringBuilder seen = new StringBuilder();
        for (int n : new int[] {ranks, 500 * ranks, 2000 * ranks, 5000 * ranks}) {
            double[] own = new double[n];
            Arrays.setAll(own, i -> random.nextGaussian() * Math.pow(10, random.nextInt(20)));
            double[][] sums = new double[6][n];
            world.iAllReduce(own, sums[0], n, MPI.DOUBLE, MPI.SUM).waitFor();
            world.allReduce(own, sums[1], n, MPI.DOUBLE, MPI.SUM);
            world.reduce(own, sums[2], n, MPI.DOUBLE, MPI.SUM, 2 % ranks);
            world.scan(own, sums[3], n, MPI.DOUBLE, MPI.SUM);
            world.exScan(own, sums[4], n, MPI.DOUBLE, MPI.SUM);
            world.reduceScatterBlock(own, sums[5], n / ranks, MPI.DOUBLE, MPI.SUM);
            seen.append(' ').append(Arrays.stream(sums).map(Arrays::hashCode).toList());
        }
        System.out.println("rank " + world.getRank() + " adds up:" + seen);
    }

    private static void endByKill(Comm world) throws MPIException {
        world.barrier();
        if (world.getRank() == 0) {
            die();
        }
        world.barrier();
    }

    /** A rank that is a process is killed. */
    private static void die() {
        if (System.getenv("BIPJ_RANK") == null) {
            throw new IllegalStateException("killed here");
        }
        try {
            new ProcessBuilder(
                            "sh", "-c", "kill -KILL " + ProcessHandle.current().pid())
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes one call, or another one where the test says so. */
    private static void differ(Comm world) throws MPIException {
        switch (System.getProperty(DIFFERS, "")) {
            case "receive" -> world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 8);
            case "tag" -> world.iProbe(MPI.ANY_SOURCE, 6);
            case "none" -> {}
            default -> world.iProbe(MPI.ANY_SOURCE, 7);
        }
    }

    /** Two ranks send each other what fits into the rings of processes, and not into those of a simulated board. */
    private static void longOnes(Comm world) throws MPIException {
        int[] words = new int[1500];
        int other = 1 - world.getRank();
        world.send(words, words.length, MPI.INT, other, 0);
        world.recv(words, words.length, MPI.INT, MPI.ANY_SOURCE, 0);
        System.out.println("rank " + world.getRank() + " has it");
    }

    /** Rank 0 sends out of a buffer that has room for one message until rank 1 receives it. */
    private static void buffered(Comm world) throws MPIException {
        byte[] message = new byte[1_000_000];
        if (world.getRank() > 0) {
            world.recv(message, 0, MPI.BYTE, MPI.ANY_SOURCE, 1);
            world.recv(message, message.length, MPI.BYTE, MPI.ANY_SOURCE, 0);
            return;
        }
        MPI.attachBuffer(new byte[message.length + MPI.BSEND_OVERHEAD]);
        world.setErrhandler(MPI.ERRORS_RETURN);
        world.bSend(message, message.length, MPI.BYTE, 1, 0);
        try {
            world.bSend(message, message.length, MPI.BYTE, 1, 0);
            System.out.println("there is room");
        } catch (MPIException e) {
            System.out.println(e.getMessage());
        }
        world.send(message, 0, MPI.BYTE, 1, 1);
        MPI.detachBuffer();
    }

    /** Rank 1 asks for partitions, and once for one that is none. */
    private static void partitions(Comm world) throws MPIException {
        int[] numbers = new int[2];
        world.setErrhandler(MPI.ERRORS_RETURN);
        if (world.getRank() == 0) {
            Prequest send = world.pSendInit(numbers, 2, 1, MPI.INT, 1, 0, MPI.INFO_NULL);
            send.start();
            send.pReady(1);
            send.pReady(0);
            send.waitFor();
            return;
        }
        Prequest receive = world.pRecvInit(numbers, 2, 1, MPI.INT, 0, 0, MPI.INFO_NULL);
        receive.start();
        int failures = 0;
        while (!receive.pArrived(1)) {
            failures++;
        }
        try {
            receive.pArrived(2);
        } catch (MPIException e) {
            System.out.println(e.getMessage());
        }
        boolean other = receive.pArrived(0);
        receive.waitFor();
        System.out.println(failures + " " + other);
    }

    /** Two ranks send each other what fits nowhere, as their third message. */
    private static void crossed(Comm world) throws MPIException {
        int[] words = new int[1_000_000];
        int other = 1 - world.getRank();
        for (int i = 0; i < 2; i++) {
            world.send(words, 1, MPI.INT, other, 0);
            world.recv(words, 1, MPI.INT, MPI.ANY_SOURCE, 0);
        }
        world.send(words, words.length, MPI.INT, other, 0);
        world.recv(words, words.length, MPI.INT, MPI.ANY_SOURCE, 0);
    }

    /** Each rank prints what it has got from the windows of all in accumulates, and under locks. */
    private static void windows(Comm world, long seed, int operations) throws MPIException {
        int rank = world.getRank();
        int ranks = world.getSize();
        Random random = new Random(seed * ranks + rank);
        IntBuffer memory = MPI.newIntBuffer(4);
        Win win = new Win(memory, 4, 1, MPI.INFO_NULL, world);
        StringBuilder seen = new StringBuilder();
        win.lockAll(0);
        for (int i = 0; i < operations; i++) {
            int target = random.nextInt(ranks);
            int[] result = new int[1];
            int[] operand = {1 + random.nextInt(100)};
            switch (random.nextInt(4)) {
                case 0 ->
                    win.fetchAndOp(operand, result, MPI.INT, target, 0, random.nextBoolean() ? MPI.SUM : MPI.REPLACE);
                case 1 -> win.compareAndSwap(operand, new int[] {random.nextInt(3)}, result, MPI.INT, target, 1);
                case 2 -> win.accumulate(operand, 1, MPI.INT, target, 0, 1, MPI.INT, MPI.SUM);
                default -> win.getAccumulate(operand, 1, MPI.INT, result, 1, MPI.INT, target, 0, 1, MPI.INT, MPI.MAX);
            }
            win.flush(target);
            seen.append(' ').append(result[0]);
            random = new Random(seed + 31L * random.nextInt() + result[0]);
        }
        win.unlockAll();
        world.barrier();
        for (int i = 0; i < operations; i++) {
            int target = random.nextInt(ranks);
            int[] before = new int[1];
            win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
            win.get(before, 1, MPI.INT, target, 2, 1, MPI.INT);
            win.flush(target);
            win.put(new int[] {before[0] * 3 + rank}, 1, MPI.INT, target, 2, 1, MPI.INT);
            win.unlock(target);
            seen.append(' ').append(before[0]);
        }
        win.free();
        System.out.println("rank " + rank + ":" + seen);
    }

    // ---- a random program ------------------------------------------------------------------------------------------

    private void run() throws MPIException {
        List<Request> sends = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            int[] message = messages.get(i);
            if (message[0] == rank) {
                int[] data = new int[message[3]];
                Arrays.fill(data, i);
                sends.add(world.iSend(data, data.length, MPI.INT, message[1], message[2]));
                pause();
            }
        }
        while (left() > 0) {
            receive();
            pause();
        }
        see("sends");
        Request[] all = sends.toArray(Request[]::new);
        int failures = 0;
        while (all.length > 0 && !Request.testAll(all)) {
            failures++;
        }
        see(" " + failures);
        System.out.println("rank " + rank + ":" + seen);
    }

    private int left() {
        return Arrays.stream(left).flatMapToInt(Arrays::stream).sum();
    }

    /** Lets others overtake, where ranks run at the same time. */
    private void pause() {
        for (int i = random.nextInt(4) == 0 ? random.nextInt(3000) : 0; i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    private void see(String what) {
        seen.append(' ').append(what);
        random = new Random(31L * seen.length() + seen.toString().hashCode());
    }

    /** A message has been received. */
    private void take(Status status, int[] data) throws MPIException {
        int number = data[0];
        int[] message = messages.get(number);
        if (message[0] != status.getSource()
                || message[1] != rank
                || message[2] != status.getTag()
                || message[3] != status.getCount(MPI.INT)) {
            throw new IllegalStateException("message " + number + " is another one");
        }
        left[status.getSource()][status.getTag()]--;
        see(Integer.toString(number));
    }

    private void receive() throws MPIException {
        switch (random.nextInt(9)) {
            case 0 -> take(world.recv(buffer, LONGEST, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG), buffer);
            case 1 -> {
                int tag = someTag();
                take(world.recv(buffer, LONGEST, MPI.INT, MPI.ANY_SOURCE, tag), buffer);
            }
            case 2 -> {
                Status status = world.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
                see("probe");
                take(world.recv(buffer, LONGEST, MPI.INT, status.getSource(), status.getTag()), buffer);
            }
            case 3 -> {
                int failures = 0;
                Status status;
                while ((status = world.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG)) == null) {
                    failures++;
                }
                see("failed " + failures);
                take(world.recv(buffer, LONGEST, MPI.INT, status.getSource(), status.getTag()), buffer);
            }
            case 4 -> {
                Message message = new Message();
                message.mProbe(MPI.ANY_SOURCE, someTag(), world);
                take(message.mRecv(buffer, LONGEST, MPI.INT), buffer);
            }
            case 5 -> {
                Message message = new Message();
                int failures = 0;
                while (message.imProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, world) == null) {
                    failures++;
                }
                see("failed " + failures);
                take(message.mRecv(buffer, LONGEST, MPI.INT), buffer);
            }
            case 6 -> cancel();
            default -> window();
        }
    }

    private int someTag() {
        int[] tags = IntStream.range(0, TAGS)
                .filter(tag -> Arrays.stream(left).anyMatch(of -> of[tag] > 0))
                .toArray();
        return tags[random.nextInt(tags.length)];
    }

    /** A receive that nothing matches, and one that may be too late to cancel. */
    private void cancel() throws MPIException {
        Request silent = world.iRecv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, SILENT_TAG);
        int[] data = new int[LONGEST];
        Request late = world.iRecv(data, LONGEST, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        pause();
        late.cancel();
        Status status = late.waitStatus();
        silent.cancel();
        see("cancelled " + silent.waitStatus().isCancelled() + " " + status.isCancelled());
        if (!status.isCancelled()) {
            take(status, data);
        }
    }

    private static Status within(Request request) {
        try {
            return request.get(1, TimeUnit.MICROSECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Receives that are under way at the same time, and how they end. */
    private void window() throws MPIException {
        int size = Math.min(left(), 1 + random.nextInt(5));
        int[][] data = new int[size][LONGEST];
        Request[] requests = new Request[size];
        for (int i = 0; i < size; i++) {
            requests[i] = world.iRecv(data[i], LONGEST, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        }
        int done = 0;
        int failures = 0;
        while (done < size) {
            List<Status> ended = new ArrayList<>();
            switch (random.nextInt(8)) {
                case 0 -> ended.add(Request.waitAnyStatus(requests));
                case 1 -> ended.addAll(List.of(Request.waitSomeStatus(requests)));
                case 2 -> {
                    Status status = Request.testAnyStatus(requests);
                    ended.addAll(status == null ? List.of() : List.of(status));
                }
                case 3 -> ended.addAll(List.of(Request.testSomeStatus(requests)));
                case 4 -> {
                    int at = random.nextInt(size);
                    Status status = requests[at].isNull() ? null : requests[at].testStatus();
                    if (status != null) {
                        take(status, data[at]);
                        done++;
                    }
                }
                case 5 -> {
                    Status[] all = Request.testAllStatus(requests);
                    for (int at = 0; all != null && at < size; at++) {
                        if (all[at].getSource() != MPI.ANY_SOURCE) {
                            take(all[at], data[at]);
                        }
                    }
                    done = all == null ? done : size;
                }
                case 6 -> {
                    int at = random.nextInt(size);
                    Status status = requests[at].isNull() ? null : within(requests[at]);
                    if (status != null) {
                        take(status, data[at]);
                        done++;
                    }
                }
                default -> see("some " + Request.getStatusSome(requests).length);
            }
            failures += ended.isEmpty() ? 1 : 0;
            for (Status status : ended) {
                take(status, data[status.getIndex()]);
                done++;
            }
        }
        see("failures " + failures);
    }
}
