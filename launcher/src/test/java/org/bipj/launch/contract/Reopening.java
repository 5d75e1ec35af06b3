package org.bipj.launch.contract;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.MPI;
import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmEndpoint;
import org.bipj.am2.Bundle;
import org.bipj.am2.BundleMode;
import org.bipj.bip.Bip;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.crl.Crl;
import org.bipj.lci.Channel;
import org.bipj.lci.Disposal;
import org.bipj.lci.Lci;
import org.bipj.lci.SendPacket;
import org.bipj.orca.Orca;
import org.bipj.panda.Gather;
import org.bipj.panda.Messages;
import org.bipj.panda.Panda;
import org.bipj.splitc.SplitC;
import org.bipj.splitc.SpreadInts;

/** Ranks that close the interfaces of the library, all of them, and open them again. */
public final class Reopening {
    /** The interfaces. */
    static final String[] ALL = {"bip", "am", "lci", "panda", "orca", "crl", "splitc"};

    /** More than the credits of BIP's queues and of a channel's window. */
    private static final int MANY = 3000;

    /** By which the figures of {@link #use} vary. */
    private static final long[] SLACK = {2 << 20, 8, 4, 16, 8};

    private static final Job job = Jobs.of(Reopening.class);
    /** How often each interface was opened, stamped on what is sent. */
    private static int stamp;

    private Reopening() {}

    /** Runs scenarios: of each its name and its arguments. */
    public static void main(String[] args) throws Exception {
        Iterator<String> words = List.of(args).iterator();
        while (words.hasNext()) {
            run(words.next(), words);
        }
        System.out.println("right");
    }

    private static void run(String scenario, Iterator<String> arguments) throws Exception {
        switch (scenario) {
            case "mixes" -> mixes(Integer.parseInt(arguments.next()), Integer.parseInt(arguments.next()));
            case "ahead" -> ahead();
            case "dropped" -> dropped();
            case "gone" -> gone();
            case "pause" -> pause(Long.parseLong(arguments.next()));
            case "killed" -> killed();
            case "many" -> many(arguments.next(), Integer.parseInt(arguments.next()));
            default -> throw new IllegalArgumentException(scenario);
        }
    }

    // ---- mixes -------------------------------------------------------------------------------------------------

    /** All ranks open the same interfaces in the same order, each at its own pace; others stay open, or not. */
    private static void mixes(int seeds, int rounds) throws Exception {
        for (int seed = 0; seed < seeds; seed++) {
            boolean isLast = seed == seeds - 1;
            if (isLast) {
                MPI.Init(new String[0]);
            }
            mix(new Random(seed), new Random(1000L * seed + job.rank()), rounds);
            if (isLast) {
                exchangeByMpi();
                MPI.Finalize();
                mix(new Random(-1), new Random(job.rank()), rounds);
            }
        }
    }

    private static void mix(Random plan, Random pace, int rounds) throws Exception {
        Deque<AutoCloseable> beside = new ArrayDeque<>();
        for (int round = 0; round < rounds; round++) {
            if (beside.size() < 2 && plan.nextInt(3) == 0) {
                beside.push(open(ALL[plan.nextInt(3) == 0 ? 1 : 2]));
            }
            String what = ALL[plan.nextInt(ALL.length)];
            pause(pace);
            try (AutoCloseable opened = open(what)) {
                pause(pace);
                exchange(opened);
                pause(pace);
            }
            if (!beside.isEmpty() && plan.nextInt(3) == 0) {
                beside.pop().close();
            }
        }
        while (!beside.isEmpty()) {
            beside.pop().close();
        }
    }

    private static void pause(Random pace) throws InterruptedException {
        if (pace.nextInt(3) == 0) {
            Thread.sleep(pace.nextInt(4));
        }
    }

    private static void exchangeByMpi() throws Exception {
        int[] sum = new int[1];
        MPI.COMM_WORLD.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
        check(job.size(), sum[0]);
    }

    static AutoCloseable open(String what) {
        return switch (what) {
            case "bip" -> Bip.init();
            case "am" -> ActiveMessages.init();
            case "lci" -> Lci.init();
            case "panda" -> Panda.init();
            case "orca" -> Orca.init();
            case "crl" -> Crl.init();
            default -> SplitC.init();
        };
    }

    /** Each rank sends its neighbour how often it has exchanged something, and closes without a barrier where none is needed. */
    static void exchange(AutoCloseable opened) throws Exception {
        stamp++;
        switch (opened) {
            case Bip bip -> exchange(bip);
            case ActiveMessages am -> exchange(am);
            case Lci lci -> exchange(lci);
            case Panda panda -> exchange(panda);
            case Orca orca -> orca.barrier();
            case Crl crl -> {
                long[] values = {stamp};
                crl.broadcast(stamp % crl.size(), values);
                check(stamp, values[0]);
                crl.barrier();
            }
            case SplitC splitC -> exchange(splitC);
            default -> throw new IllegalArgumentException();
        }
    }

    private static int next() {
        return (job.rank() + 1) % job.size();
    }

    private static void exchange(Bip bip) {
        int[] got = new int[100];
        int receive = bip.tirecv(3, got, got.length);
        int send = bip.tisend(next(), 3, new int[] {stamp}, 1);
        bip.rwait(receive);
        bip.swait(send);
        check(stamp, got[0]);
    }

    /** A request that finds no endpoint, or one of another exchange, comes back, and is sent again. */
    private static void exchange(ActiveMessages am) {
        try (Bundle bundle = am.allocateBundle(BundleMode.SEQUENTIAL)) {
            AmEndpoint endpoint = bundle.allocateEndpoint();
            int[] got = {0, 0};
            endpoint.setHandler(1, message -> {
                got[0] = message.argument(0);
                message.reply(2);
            });
            endpoint.setHandler(2, message -> got[1]++);
            boolean[] again = {true};
            endpoint.setReturnedHandler((status, opcode, message) -> again[0] = true);
            endpoint.map(0, next(), stamp);
            endpoint.setTag(stamp);
            while (got[0] == 0 || got[1] == 0) {
                if (again[0]) {
                    again[0] = false;
                    endpoint.request(0, 1, stamp);
                }
                bundle.pollOrIdle();
            }
            check(stamp, got[0]);
        }
    }

    private static void exchange(Lci lci) {
        int[] got = {0};
        Channel channel = lci.open(100 + stamp, packet -> {
            got[0] = packet.getInt(0);
            return Disposal.RELEASE;
        });
        SendPacket packet = channel.allocate();
        packet.putInt(0, stamp);
        channel.unicast(next(), packet, Integer.BYTES);
        lci.await("a neighbour", () -> got[0] != 0);
        check(stamp, got[0]);
        channel.close();
    }

    private static void exchange(Panda panda) {
        int[] got = {0};
        try (Messages messages = panda.messages(9, message -> got[0] = message.getInt())) {
            messages.send(next(), new Gather().putInt(stamp));
            while (got[0] == 0) {
                panda.poll();
            }
            check(stamp, got[0]);
        }
    }

    private static void exchange(SplitC splitC) {
        SpreadInts all = splitC.allSpreadInts(splitC.size());
        all.write(next(), stamp);
        splitC.barrier();
        check(stamp, all.read(job.rank()));
    }

    // ---- one early, late, gone, killed -------------------------------------------------------------------------

    /** Rank 0 has opened, sent and closed five times before rank 1 opens for the first time. */
    private static void ahead() throws Exception {
        boolean isFirst = job.rank() == 0;
        if (!isFirst) {
            Thread.sleep(500);
        }
        for (int opening = 0; opening < 5; opening++) {
            try (Bip bip = Bip.init()) {
                for (int i = 0; isFirst && i < 3; i++) {
                    bip.tsend(1, 3, new int[] {opening, i}, 2);
                }
                for (int i = 0; !isFirst && i < 3; i++) {
                    int[] got = new int[2];
                    check(2, bip.trecv(3, got, 2));
                    check(opening, got[0]);
                    check(i, got[1]);
                }
            }
        }
    }

    /** Rank 0 sends to an opening that rank 1 has closed, more than it has credits for, and meets rank 1 in the next one. */
    private static void dropped() {
        if (job.rank() == 0) {
            try (Bip bip = Bip.init()) {
                for (int i = 0; i < MANY; i++) {
                    bip.tsend(1, 3, new int[60], 60);
                }
            }
            try (Bip bip = Bip.init()) {
                bip.tsend(1, 3, new int[] {42}, 1);
            }
        } else {
            Bip.init().close();
            try (Bip bip = Bip.init()) {
                int[] got = new int[60];
                check(1, bip.trecv(3, got, 60));
                check(42, got[0]);
            }
        }
    }

    /** Rank 1 does not open again. */
    private static void gone() {
        Bip.init().close();
        if (job.rank() == 0) {
            try (Bip bip = Bip.init()) {
                int ignored = bip.trecv(3, new int[1], 1);
            }
        }
    }

    /** Rank 1 opens again after a while, for which nothing happens at all. */
    private static void pause(long ms) throws Exception {
        Bip.init().close();
        if (job.rank() == 1) {
            Thread.sleep(ms);
        }
        try (Bip bip = Bip.init()) {
            if (job.rank() == 1) {
                bip.tsend(0, 3, new int[] {42}, 1);
            } else {
                int[] got = new int[1];
                int ignored = bip.trecv(3, got, 1);
                check(42, got[0]);
            }
        }
    }

    private static void killed() {
        Bip.init().close();
        if (job.rank() == 1) {
            System.out.println("rank 1 dies");
            System.out.flush();
            Runtime.getRuntime().halt(9);
        }
        try (Bip bip = Bip.init()) {
            int ignored = bip.trecv(3, new int[1], 1);
        }
    }

    // ---- memory ------------------------------------------------------------------------------------------------

    /** What a rank has after so many openings: no more than after a tenth of them. */
    private static void many(String what, int openings) throws Exception {
        leavesNothing(what, openings, () -> {
            try (AutoCloseable opened = open(what)) {
                exchange(opened);
            }
        });
    }

    /** Something that is done once, and may leave nothing behind. */
    interface Round {
        void run() throws Exception;
    }

    /** Returns what was in use after a tenth of the rounds, and after all. */
    static String leavesNothing(String what, int openings, Round round) throws Exception {
        long[] before = null;
        for (int opening = 0; opening < openings; opening++) {
            round.run();
            if (opening == openings / 10) {
                before = use();
            }
        }
        long[] after = use();
        // What the collector frees, it frees a moment later.
        for (int i = 0; i < 100 && exceeds(after, before); i++) {
            Thread.sleep(50);
            after = use();
        }
        if (exceeds(after, before)) {
            throw new AssertionError(what + ": " + Arrays.toString(before) + " after a tenth of " + openings
                    + " openings, " + Arrays.toString(after) + " after all");
        }
        return Arrays.toString(before) + " " + Arrays.toString(after);
    }

    private static boolean exceeds(long[] after, long[] before) {
        return IntStream.range(0, after.length).anyMatch(i -> after[i] > before[i] + SLACK[i]);
    }

    /** Bytes of the heap, open files, threads, mappings and files in shared memory. */
    private static long[] use() throws IOException {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return new long[] {
            runtime.totalMemory() - runtime.freeMemory(),
            count(Path.of("/proc/self/fd")),
            ManagementFactory.getThreadMXBean().getThreadCount(),
            lines(Path.of("/proc/self/maps")),
            files(Path.of("/dev/shm"))
        };
    }

    private static long count(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.count();
        }
    }

    private static long lines(Path file) throws IOException {
        try (Stream<String> all = Files.lines(file)) {
            return all.filter(line -> line.contains("/dev/shm")).count();
        }
    }

    private static long files(Path shm) throws IOException {
        String session = System.getenv("BIPJ_SESSION");
        return session == null ? 0 : count(Path.of(session));
    }

    private static void check(long expected, long got) {
        if (expected != got) {
            throw new AssertionError(
                    "rank " + job.rank() + ", exchange " + stamp + ": expected " + expected + ", got " + got);
        }
    }
}
