package org.bipj.launch;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import mpi.MPI;

/** An MPI program that sleeps, and looks at clocks, in the way that its argument says. */
public final class SleepActor {
    private static final long HOUR_MS = 3_600_000;

    private SleepActor() {}

    /** A way of sleeping. */
    private interface Sleep {
        void run() throws Exception;
    }

    /** A sleep by a method reference. */
    private interface LongSleep {
        void sleep(long time) throws InterruptedException;
    }

    /** Names {@code sleep} as its own. */
    private static final class Sleeper extends Thread {
        private Sleeper() {}

        static void nap(long millis) throws InterruptedException {
            sleep(millis);
        }
    }

    /** Has a method that is called like the JDK's, and is not. */
    private static final class Other {
        private Other() {}

        static void sleep(long millis) {
            System.out.println("own sleep " + millis);
        }
    }

    /** Performs one step between Init and Finalize. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        switch (args[0]) {
            case "forms" -> forms(rank);
            case "order" -> {
                Thread.sleep(10 * (MPI.COMM_WORLD.getSize() - rank));
                System.out.println("rank " + rank);
            }
            case "forever" -> forever(rank);
            case "helper" -> helper();
            case "interrupt" -> interrupt();
            case "clocks" -> clocks();
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }

    private static void forms(int rank) throws Exception {
        if (rank > 0) {
            MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 0);
            System.out.printf(Locale.ROOT, "received after %.3f h%n", MPI.wtime() / 3600);
            return;
        }
        long nanos = TimeUnit.MILLISECONDS.toNanos(HOUR_MS);
        LongSleep reference = Thread::sleep;
        LongSleep unit = TimeUnit.HOURS::sleep;
        LongSleep inherited = Sleeper::sleep;
        List<Sleep> forms = List.of(
                () -> Thread.sleep(HOUR_MS),
                () -> Thread.sleep(HOUR_MS - 1, 999_999),
                () -> Thread.sleep(Duration.ofHours(1)),
                () -> TimeUnit.HOURS.sleep(1),
                () -> LockSupport.parkNanos(nanos),
                () -> LockSupport.parkNanos(forms(), nanos),
                () -> LockSupport.parkUntil(System.currentTimeMillis() + HOUR_MS),
                () -> Sleeper.nap(HOUR_MS),
                () -> reference.sleep(HOUR_MS),
                () -> unit.sleep(1),
                () -> inherited.sleep(HOUR_MS));
        for (Sleep form : forms) {
            double start = MPI.wtime();
            form.run();
            System.out.printf(Locale.ROOT, "%.3f h%n", (MPI.wtime() - start) / 3600);
        }
        Other.sleep(7);
        MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 1, 0);
    }

    private static Object forms() {
        return "a blocker";
    }

    private static void forever(int rank) throws Exception {
        if (rank == 0) {
            MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1, 0);
        }
        while (true) {
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    /** Other threads sleep in real time, and virtual time stands still meanwhile. */
    private static void helper() throws Exception {
        double start = MPI.wtime();
        boolean[] slept = new boolean[1];
        Thread helper = new Thread(() -> {
            try {
                Thread.sleep(20);
                slept[0] = true;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        helper.start();
        helper.join();
        System.out.println(slept[0] + " " + (MPI.wtime() - start < 1e-3));
    }

    private static void interrupt() {
        double start = MPI.wtime();
        Thread.currentThread().interrupt();
        LockSupport.parkNanos(1_000_000_000);
        try {
            Thread.sleep(1000);
        } catch (InterruptedException e) {
            System.out.println(e.getMessage() + " " + (MPI.wtime() - start < 1e-3));
        }
        try {
            Thread.sleep(-1);
        } catch (IllegalArgumentException | InterruptedException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void clocks() throws Exception {
        LongSupplier reference = System::nanoTime;
        long nanos = System.nanoTime();
        long millis = System.currentTimeMillis();
        Thread.sleep(HOUR_MS);
        System.out.println("nanoTime " + (System.nanoTime() - nanos) / 1_000_000_000);
        System.out.println("reference " + (reference.getAsLong() - nanos) / 1_000_000_000);
        System.out.println("currentTimeMillis " + (System.currentTimeMillis() - millis) / 1000);
        long end = System.nanoTime() + 2_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        long now = System.nanoTime();
        long[] seen = new long[2];
        Thread helper = new Thread(() -> seen[0] = System.nanoTime());
        helper.start();
        helper.join();
        System.out.println("as MPI.wtime " + (Math.abs(MPI.wtime() - now * 1e-9) < 1e-3));
        System.out.println("in a helper " + (seen[0] == now));
    }
}
