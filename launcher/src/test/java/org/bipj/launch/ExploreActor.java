package org.bipj.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Small programs whose outcome depends on what MPI leaves open; the first argument names one. */
public final class ExploreActor {
    private static final int TAG = 5;

    private ExploreActor() {}

    public static void main(String[] args) throws MPIException, IOException {
        if (args[0].equals("threads")) {
            MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        } else {
            MPI.Init(args);
        }
        Comm world = MPI.COMM_WORLD;
        switch (args[0]) {
            case "order" -> order(world);
            case "fails" -> fails(world);
            case "probe" -> probe(world);
            case "deadlock" -> deadlock(world);
            case "alone" -> alone(world);
            case "polls" -> polls(world);
            case "waitAny" -> waits(world, requests -> List.of(Request.waitAny(requests)));
            case "waitSome" ->
                waits(
                        world,
                        requests -> Arrays.stream(Request.waitSome(requests))
                                .boxed()
                                .toList());
            case "testAny" -> waits(world, requests -> List.of(Request.testAny(requests)));
            case "testSome" ->
                waits(
                        world,
                        requests -> Arrays.stream(Request.testSome(requests))
                                .boxed()
                                .toList());
            case "test" -> waits(world, requests -> List.of(requests[0].test() ? 1 : 0));
            case "termination" -> termination(world);
            case "twoUnlucky" -> twoUnlucky(world);
            case "workers" -> workers(world, Integer.parseInt(args[1]));
            case "cancels" -> cancels(world);
            case "many" -> many(world);
            case "diverges" -> diverges(world);
            case "short" -> exchange(world, 1);
            case "long" -> exchange(world, 1_000_000);
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }

    /** Rank 0 tells in which order it has received a message of each other rank. */
    private static List<Integer> order(Comm world) throws MPIException {
        int[] data = {world.getRank()};
        List<Integer> order = new ArrayList<>();
        if (world.getRank() > 0) {
            world.send(data, 1, MPI.INT, 0, TAG);
        }
        for (int i = 1; i < world.getSize() && world.getRank() == 0; i++) {
            order.add(world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, TAG).getSource());
        }
        System.out.println(order);
        return order;
    }

    /** Rank 0 fails after one order. */
    private static void fails(Comm world) throws MPIException {
        if (order(world).equals(List.of(3, 1, 2))) {
            throw new IllegalStateException("an order that was not expected");
        }
    }

    /** The message that is received need not be the one that a probe has found. */
    private static void probe(Comm world) throws MPIException {
        int[] data = {world.getRank()};
        if (world.getRank() > 0) {
            world.send(data, 1, MPI.INT, 0, TAG);
            return;
        }
        Status found = world.probe(MPI.ANY_SOURCE, TAG);
        Status received = world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        System.out.println(found.getSource() + " " + received.getSource());
        world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
    }

    /** Rank 0 waits for rank 1 after a receive that may have taken its message. */
    private static void deadlock(Comm world) throws MPIException {
        int[] data = {0};
        if (world.getRank() > 0) {
            world.send(data, 1, MPI.INT, 0, TAG);
            return;
        }
        world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        world.recv(data, 1, MPI.INT, 1, TAG);
    }

    /** Ranks 0 and 1 receive two messages each, whose orders do not depend on each other. */
    private static void alone(Comm world) throws MPIException {
        int[] data = {world.getRank()};
        if (world.getRank() > 1) {
            world.send(data, 1, MPI.INT, 0, TAG);
            world.send(data, 1, MPI.INT, 1, TAG);
            return;
        }
        int first = world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, TAG).getSource();
        world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        System.out.println(first);
    }

    /** Rank 0 polls for two messages and tells what it has found each time. */
    private static void polls(Comm world) throws MPIException {
        int[] data = {0};
        if (world.getRank() > 0) {
            world.send(data, 1, MPI.INT, 0, TAG);
            return;
        }
        StringBuilder seen = new StringBuilder();
        for (int received = 0; received < 2; ) {
            Status found = world.iProbe(MPI.ANY_SOURCE, TAG);
            seen.append(found == null ? "-" : found.getSource());
            if (found != null) {
                world.recv(data, 1, MPI.INT, found.getSource(), TAG);
                received++;
            }
        }
        System.out.println(seen);
    }

    /** Two ranks send to each other first. */
    private static void exchange(Comm world, int count) throws MPIException {
        int other = 1 - world.getRank();
        world.send(new int[count], count, MPI.INT, other, TAG);
        world.recv(new int[count], count, MPI.INT, other, TAG);
    }

    /** A call that ends some of several requests. */
    private interface Ends {
        List<Integer> of(Request[] requests) throws MPIException;
    }

    /** Rank 0 tells what a call ends of receives from all other ranks, and ends the rest. */
    private static void waits(Comm world, Ends call) throws MPIException {
        int[] data = {0};
        if (world.getRank() > 0) {
            world.send(data, 1, MPI.INT, 0, TAG);
            return;
        }
        Request[] requests = new Request[world.getSize() - 1];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = world.iRecv(new int[1], 1, MPI.INT, i + 1, TAG);
        }
        System.out.println(call.of(requests));
        Request.waitAll(requests);
    }

    /** A master counts work until all workers have ended; worker 1 says that it has ended before it passes its last work on. */
    private static void termination(Comm world) throws MPIException {
        int[] data = {1};
        if (world.getRank() == 0) {
            int work = 0;
            for (int ends = 0; ends < world.getSize() - 1; ) {
                int tag = world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG)
                        .getTag();
                work += tag == TAG ? 1 : 0;
                ends += tag == TAG ? 0 : 1;
            }
            if (work < world.getSize() - 1) {
                throw new IllegalStateException("work is lost: " + work);
            }
            return;
        }
        int next = world.getRank() % (world.getSize() - 1) + 1;
        int before = (world.getRank() + world.getSize() - 3) % (world.getSize() - 1) + 1;
        world.send(data, 1, MPI.INT, next, TAG);
        if (world.getRank() == 1) {
            world.send(data, 1, MPI.INT, 0, TAG + 1);
        }
        world.recv(data, 1, MPI.INT, before, TAG);
        world.send(data, 1, MPI.INT, 0, TAG);
        if (world.getRank() > 1) {
            world.send(data, 1, MPI.INT, 0, TAG + 1);
        }
    }

    /** Ranks 0 and 1 each take two messages; if both take that of rank 3 first, they wait for each other. */
    private static void twoUnlucky(Comm world) throws MPIException {
        int[] data = {0};
        if (world.getRank() > 1) {
            world.send(data, 1, MPI.INT, 0, TAG);
            world.send(data, 1, MPI.INT, 1, TAG);
            return;
        }
        int other = 1 - world.getRank();
        boolean isLucky = world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, TAG).getSource() == 2;
        world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        if (isLucky) {
            world.send(data, 1, MPI.INT, other, TAG + 1);
            world.recv(data, 1, MPI.INT, other, TAG + 1);
        } else {
            world.recv(data, 1, MPI.INT, other, TAG + 1);
            world.send(data, 1, MPI.INT, other, TAG + 1);
        }
    }

    /** Rank 0 waits for some of many requests that are complete. */
    private static void many(Comm world) throws MPIException {
        Request[] requests = new Request[11];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = world.getRank() == 0
                    ? world.iRecv(new int[1], 1, MPI.INT, 1, TAG)
                    : world.iSend(new int[1], 1, MPI.INT, 0, TAG);
        }
        world.barrier();
        if (world.getRank() == 0) {
            Request.waitSome(requests);
        }
        Request.waitAll(requests);
    }

    /** A file that all ranks and runs of this JVM share: has a byte for each run of {@link #diverges}. */
    static Path runs() {
        return Path.of(
                System.getProperty("java.io.tmpdir"),
                "bipj-test-runs-" + ProcessHandle.current().pid());
    }

    /** Messages have other tags in each run. */
    private static void diverges(Comm world) throws MPIException, IOException {
        int run = Files.exists(runs()) ? (int) Files.size(runs()) : 0;
        int[] data = {world.getRank()};
        if (data[0] > 0) {
            world.send(data, 1, MPI.INT, 0, run);
            return;
        }
        for (int i = 1; i < world.getSize(); i++) {
            world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        }
        Files.write(runs(), new byte[run + 1]);
    }

    /** Rank 0 cancels the last of some sends. */
    private static void cancels(Comm world) throws MPIException {
        int sends = 4;
        int[] number = new int[1];
        if (world.getRank() > 0) {
            for (int i = 1; i < sends; i++) {
                world.recv(number, 1, MPI.INT, 0, TAG);
            }
            return;
        }
        Request[] requests = new Request[sends];
        for (int i = 0; i < sends; i++) {
            requests[i] = world.isSend(number, 1, MPI.INT, 1, TAG);
        }
        requests[sends - 1].cancel();
        Request.waitAll(requests);
    }

    /** A master deals out pieces to workers as they become idle; tells how many each has done. */
    private static void workers(Comm world, int pieces) throws MPIException {
        int[] data = {0};
        int workers = world.getSize() - 1;
        if (world.getRank() > 0) {
            while (world.recv(data, 1, MPI.INT, 0, MPI.ANY_TAG).getTag() == TAG) {
                world.send(data, 1, MPI.INT, 0, TAG);
            }
            return;
        }
        int[] done = new int[workers];
        for (int dealt = 0; dealt < pieces + workers; dealt++) {
            int to = dealt;
            if (dealt >= workers) {
                to = world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, TAG).getSource() - 1;
                done[to]++;
            }
            world.send(data, 1, MPI.INT, to + 1, dealt < pieces ? TAG : TAG + 1);
        }
        System.out.println(Arrays.toString(done));
    }
}
