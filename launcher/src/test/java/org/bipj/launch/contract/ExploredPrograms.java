package org.bipj.launch.contract;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mpi.Comm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Win;

/** Small programs that are explored; the first argument names one. */
public final class ExploredPrograms {
    private static final int TAG = 5;

    private ExploredPrograms() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        switch (args[0]) {
            case "lostUpdate" -> lostUpdate(world);
            case "lockOrder" -> lockOrder(world);
            case "sums" -> sums(world);
            case "halo" -> halo(world);
            case "lockAll" -> lockAll(world, win -> {});
            case "lockAllDraws" ->
                lockAll(world, win -> {
                    if (world.getRank() == 0) {
                        win.fetchAndOp(new int[1], new int[1], MPI.INT, 1, 0, MPI.SUM);
                    }
                });
            case "lockAllHalo" ->
                lockAll(
                        world,
                        win -> win.put(new int[1], 1, MPI.INT, (world.getRank() + 1) % world.getSize(), 0, 1, MPI.INT));
            case "lockAllFails" ->
                lockAll(world, win -> {
                    if (world.getRank() == 0) {
                        throw new IllegalStateException("early");
                    }
                });
            case "lockOne" -> {
                try (Win win = new Win(new int[4], 4, 1, MPI.INFO_NULL, world)) {
                    win.lock(MPI.LOCK_SHARED, 0, 0);
                    win.unlock(0);
                }
            }
            case "putBeside" ->
                lockAll(world, win -> {
                    if (world.getRank() == 1) {
                        win.put(new int[1], 1, MPI.INT, 0, 0, 1, MPI.INT);
                    } else if (world.getRank() == 2) {
                        win.accumulate(new int[2], 2, MPI.INT, 0, 0, 2, MPI.INT, MPI.SUM);
                    }
                });
            case "mixed" ->
                lockAll(world, win -> {
                    Op op = world.getRank() == 1 ? MPI.SUM : MPI.PROD;
                    if (world.getRank() > 0) {
                        win.fetchAndOp(new int[1], new int[1], MPI.INT, 0, 0, op);
                    }
                });
            case "flushed" ->
                lockAll(world, win -> {
                    if (world.getRank() == 1) {
                        win.put(new int[1], 1, MPI.INT, 0, 0, 1, MPI.INT);
                        win.flush(0);
                        world.send(new int[1], 1, MPI.INT, 2, TAG);
                    } else if (world.getRank() == 2) {
                        world.recv(new int[1], 1, MPI.INT, 1, TAG);
                        win.accumulate(new int[1], 1, MPI.INT, 0, 0, 1, MPI.INT, MPI.SUM);
                    }
                });
            case "sameMemory" -> sameMemory(world);
            case "looks" -> looks(world);
            case "lockCircle" -> lockCircle(world);
            case "toSelf" -> toSelf(world);
            case "endless" -> endless(world);
            case "counts" -> counts(world);
            case "begins" -> begins(world);
            case "cancels" -> cancels(world, 1);
            case "cancelsAny" -> cancels(world, MPI.ANY_SOURCE);
            case "cancelsSeen" -> {
                if (world.getRank() == 0) {
                    world.probe(MPI.ANY_SOURCE, TAG);
                }
                cancels(world, MPI.ANY_SOURCE);
            }
            case "cancelsBehind" -> cancelsBehind(world);
            case "cancelsSend" -> cancelsSend(world, 1);
            case "cancelsSendToAny" -> cancelsSend(world, MPI.ANY_SOURCE);
            case "cancelsSendToSelf" -> cancelsSendToSelf(world);
            case "cancelsSends" -> cancelsSends(world);
            case "heldSends" -> heldSends(world, MPI.COMM_WORLD, 0, true);
            case "heldPair" -> {
                Intracomm pair = world.split(world.getRank() / 2, 0);
                heldSends(world, pair, MPI.ANY_SOURCE, false);
                lateMessage(world);
                pair.free();
            }
            case "heldProbes" -> heldProbes(world);
            case "freesHeld" -> freesHeld(world);
            case "keys" -> keys(world);
            case "draws" -> draws(world);
            case "swaps" -> swaps(world);
            case "replaces" -> replaces(world);
            case "own" -> own(world);
            case "crossed" -> crossed(world);
            case "matched" -> matched(world, false);
            case "matchedOrNot" -> matched(world, true);
            case "persistent" -> persistent(world);
            case "testAll" -> test(world, request -> Request.testAll(new Request[] {request}));
            case "testStatus" -> test(world, request -> request.testStatus() != null);
            case "twoTests" -> twoTests(world);
            case "threeTests" -> threeTests(world);
            case "getStatus" -> test(world, request -> request.getStatus() != null);
            case "isDone" -> test(world, Request::isDone);
            case "timed" -> test(world, ExploredPrograms::isInTime);
            case "barrier" -> barrier(world);
            case "arrives" -> arrives(world);
            case "epoch" -> epoch(world);
            case "late" -> late(world);
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }

    /** Ranks 1 and 2 each read a counter of rank 0, and write one more. */
    private static void lostUpdate(Intracomm world) throws MPIException {
        int[] counter = new int[1];
        try (Win win = new Win(counter, 1, 1, MPI.INFO_NULL, world)) {
            if (world.getRank() > 0) {
                int[] value = new int[1];
                win.lock(MPI.LOCK_SHARED, 0, 0);
                win.get(value, 1, MPI.INT, 0, 0, 1, MPI.INT);
                win.flush(0);
                value[0]++;
                win.put(value, 1, MPI.INT, 0, 0, 1, MPI.INT);
                win.unlock(0);
            }
        }
        System.out.println(counter[0]);
    }

    /** All other ranks lock rank 0's window alone, and write their number behind what is there. */
    private static void lockOrder(Intracomm world) throws MPIException {
        int[] order = new int[1];
        try (Win win = new Win(order, 1, 1, MPI.INFO_NULL, world)) {
            if (world.getRank() > 0) {
                int[] value = new int[1];
                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                win.get(value, 1, MPI.INT, 0, 0, 1, MPI.INT);
                win.flush(0);
                value[0] = 10 * value[0] + world.getRank();
                win.put(value, 1, MPI.INT, 0, 0, 1, MPI.INT);
                win.unlock(0);
            }
        }
        System.out.println(order[0]);
    }

    /** All ranks add to a number of rank 0: in no order that anyone could see. */
    private static void sums(Intracomm world) throws MPIException {
        int[] sum = new int[1];
        int[] one = {1 + world.getRank()};
        try (Win win = new Win(sum, 1, 1, MPI.INFO_NULL, world)) {
            win.fence(0);
            win.accumulate(one, 1, MPI.INT, 0, 0, 1, MPI.INT, MPI.SUM);
            win.fence(MPI.MODE_NOSUCCEED);
        }
        System.out.println(sum[0]);
    }

    /** Each rank puts its number into a place of its own at all ranks, twice. */
    private static void halo(Intracomm world) throws MPIException {
        int n = world.getSize();
        int[] memory = new int[2 * n];
        int[] number = {world.getRank()};
        try (Win win = new Win(memory, 2 * n, 1, MPI.INFO_NULL, world)) {
            win.fence(0);
            for (int step = 0; step < 2; step++) {
                for (int rank = 0; rank < n; rank++) {
                    win.put(number, 1, MPI.INT, rank, step * n + number[0], 1, MPI.INT);
                }
                win.fence(0);
            }
            win.fence(MPI.MODE_NOSUCCEED);
        }
        System.out.println(memory[2 * n - 1]);
    }

    /** What is done between a lock of all targets and its end. */
    private interface Epoch {
        void on(Win win) throws MPIException;
    }

    private static void lockAll(Intracomm world, Epoch epoch) throws MPIException {
        try (Win win = new Win(new int[4], 4, 1, MPI.INFO_NULL, world)) {
            win.lockAll(0);
            epoch.on(win);
            win.unlockAll();
        }
    }

    /** Ranks 1 and 2 each put their number into one place of rank 0, by windows of their own. */
    private static void sameMemory(Intracomm world) throws MPIException {
        int[] memory = new int[1];
        try (Win one = new Win(memory, 1, 1, MPI.INFO_NULL, world);
                Win other = new Win(memory, 1, 1, MPI.INFO_NULL, world)) {
            Win own = world.getRank() == 1 ? one : other;
            own.lockAll(0);
            if (world.getRank() > 0) {
                own.put(new int[] {world.getRank()}, 1, MPI.INT, 0, 0, 1, MPI.INT);
            }
            own.unlockAll();
        }
        System.out.println(memory[0]);
    }

    /** Rank 0 looks at its window until rank 1 has written there. */
    private static void looks(Intracomm world) throws MPIException {
        int[] flag = new int[1];
        int looked = 0;
        try (Win win = new Win(flag, 1, 1, MPI.INFO_NULL, world)) {
            win.lockAll(0);
            if (world.getRank() == 1) {
                win.put(new int[] {7}, 1, MPI.INT, 0, 0, 1, MPI.INT);
            }
            for (; world.getRank() == 0 && flag[0] == 0; looked++) {
                win.sync();
            }
            win.unlockAll();
        }
        System.out.println(looked);
    }

    /** Two ranks lock both windows alone, each its own first. */
    private static void lockCircle(Intracomm world) throws MPIException {
        try (Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, world)) {
            win.lock(MPI.LOCK_EXCLUSIVE, world.getRank(), 0);
            win.lock(MPI.LOCK_EXCLUSIVE, 1 - world.getRank(), 0);
            win.unlock(0);
            win.unlock(1);
        }
    }

    /** Static fields that change, in a class that some runs do not load. */
    private static final class Count {
        static int runs;
        static final int[] MORE = new int[1];
    }

    /** Rank 0 prints how often it has run, if the first message is one of rank 2. */
    private static void counts(Intracomm world) throws MPIException {
        int[] number = {world.getRank()};
        if (number[0] > 0) {
            world.send(number, 1, MPI.INT, 0, TAG);
            return;
        }
        int first = world.recv(number, 1, MPI.INT, MPI.ANY_SOURCE, TAG).getSource();
        world.recv(number, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        int second = world.recv(number, 1, MPI.INT, MPI.ANY_SOURCE, TAG).getSource();
        System.out.println(first == 2 ? ++Count.runs + ++Count.MORE[0] : 0 * second);
    }

    /** The library is as it is at its beginning. */
    private static void begins(Intracomm world) throws MPIException {
        int[] number = {world.getRank()};
        if (number[0] > 0) {
            world.send(number, 1, MPI.INT, 0, TAG);
            return;
        }
        System.out.print(world.getName() + " ");
        world.setName("first");
        world.recv(number, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        world.recv(number, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        System.out.println(MPI.isFinalized());
    }

    /** Rank 0 cancels a receive that others have sent to, receives what is left, and prints both. */
    private static void cancels(Intracomm world, int source) throws MPIException {
        int[] number = {world.getRank()};
        if (number[0] > 0) {
            world.send(number, 1, MPI.INT, 0, TAG);
            return;
        }
        Request request = world.iRecv(number, 1, MPI.INT, source, TAG);
        request.cancel();
        boolean isCancelled = request.waitStatus().isCancelled();
        System.out.print(isCancelled ? "x" : number[0]);
        for (int left = world.getSize() - (isCancelled ? 1 : 2); left > 0; left--) {
            world.recv(number, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
            System.out.print(" " + number[0]);
        }
    }

    /** Rank 0 cancels a receive after another one of the same sender, which waits for its first message, has ended. */
    private static void cancelsBehind(Intracomm world) throws MPIException {
        int[] first = new int[1];
        int[] second = new int[1];
        if (world.getRank() > 0) {
            world.sSend(new int[] {1}, 1, MPI.INT, 0, TAG);
            world.send(new int[] {2}, 1, MPI.INT, 0, TAG + 1);
            return;
        }
        Request one = world.iRecv(first, 1, MPI.INT, 1, TAG);
        Request other = world.iRecv(second, 1, MPI.INT, 1, TAG + 1);
        boolean isThere = one.test();
        other.cancel();
        boolean isCancelled = other.waitStatus().isCancelled();
        System.out.print(isThere + " " + isCancelled);
        if (!isThere) {
            one.waitFor();
        }
        if (isCancelled) {
            world.recv(second, 1, MPI.INT, 1, TAG + 1);
        }
    }

    /** Rank 1 cancels a message, and sends another one if it could; rank 2 sends one, too. Rank 0 prints what it receives. */
    private static void cancelsSend(Intracomm world, int source) throws MPIException {
        int[] number = new int[1];
        if (world.getRank() == 1) {
            Request request = world.isSend(new int[] {1}, 1, MPI.INT, 0, TAG);
            request.cancel();
            if (request.waitStatus().isCancelled()) {
                world.send(new int[] {2}, 1, MPI.INT, 0, TAG);
            }
        } else if (world.getRank() == 2) {
            world.send(new int[] {3}, 1, MPI.INT, 0, TAG);
        } else {
            for (int i = 1; i < world.getSize(); i++) {
                world.recv(number, 1, MPI.INT, source, TAG);
                System.out.print(" " + number[0]);
            }
        }
    }

    /** Rank 0 cancels a message to itself, for which a receive waits. */
    private static void cancelsSendToSelf(Intracomm world) throws MPIException {
        int[] number = new int[1];
        if (world.getRank() == 1) {
            world.send(new int[] {1}, 1, MPI.INT, 0, TAG);
            return;
        }
        Request receive = world.iRecv(number, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        Request send = world.isSend(new int[] {2}, 1, MPI.INT, 0, TAG);
        send.cancel();
        receive.waitFor();
        System.out.print(number[0]);
        if (number[0] == 2) {
            world.recv(number, 1, MPI.INT, 1, TAG);
        }
        System.out.println(" " + send.waitStatus().isCancelled());
    }

    /** Rank 1 cancels messages that nobody receives. */
    private static void cancelsSends(Intracomm world) throws MPIException {
        if (world.getRank() == 1) {
            Request[] requests = new Request[4];
            for (int i = 0; i < requests.length; i++) {
                requests[i] = world.isSend(new int[1], 1, MPI.INT, 0, TAG);
                requests[i].cancel();
            }
            Request.waitAll(requests);
        }
    }

    /** Rank 0 sends to rank 1 by sends that wait for their receives, rank 2 does something else, for which rank 3 need not wait. */
    private static void heldSends(Intracomm world, Intracomm comm, int source, boolean cancels) throws MPIException {
        int[] number = {world.getRank()};
        if (number[0] == 0) {
            comm.sSend(number, 1, MPI.INT, 1, TAG);
            comm.isSend(number, 1, MPI.INT, 1, TAG).waitFor();
            Prequest send = comm.sSendInit(number, 1, MPI.INT, 1, TAG);
            send.start();
            send.waitFor();
            send.free();
        } else if (number[0] == 1) {
            comm.recv(number, 1, MPI.INT, source, TAG);
            comm.iRecv(number, 1, MPI.INT, source, TAG).waitFor();
            Request.waitAny(new Request[] {comm.iRecv(number, 1, MPI.INT, source, TAG)});
        } else if (number[0] == 2 && cancels) {
            Request receive = world.iRecv(number, 1, MPI.INT, 3, TAG);
            receive.cancel();
            receive.waitFor();
        }
    }

    /** Rank 0's send waits until rank 1 has probed for it. */
    private static void heldProbes(Intracomm world) throws MPIException {
        Intracomm pair = world.split(world.getRank() / 2, 0);
        int[] number = {world.getRank()};
        if (number[0] == 0) {
            pair.sSend(number, 1, MPI.INT, 1, TAG);
        } else if (number[0] == 1) {
            pair.probe(MPI.ANY_SOURCE, TAG);
            pair.recv(number, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        }
        lateMessage(world);
        pair.free();
    }

    /** Rank 2 waits for what rank 0 sends behind all else. */
    private static void lateMessage(Intracomm world) throws MPIException {
        if (world.getRank() == 0) {
            world.send(new int[1], 1, MPI.INT, 2, TAG);
        } else if (world.getRank() == 2) {
            world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        }
    }

    /** A communicator is freed while a receive is under way whose message is there. */
    private static void freesHeld(Intracomm world) throws MPIException {
        Intracomm other = world.clone();
        int[] number = {world.getRank()};
        Request request = number[0] == 0
                ? other.iRecv(number, 1, MPI.INT, MPI.ANY_SOURCE, TAG)
                : other.iSend(number, 1, MPI.INT, 0, TAG);
        world.barrier();
        other.free();
        request.waitFor();
    }

    /** Each rank makes keys of attributes, whose numbers rank 0 prints, with who came first. */
    private static void keys(Intracomm world) throws MPIException {
        int[] number = {world.getRank()};
        if (number[0] > 0) {
            world.send(number, 1, MPI.INT, 0, TAG);
            return;
        }
        world.recv(number, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        world.recv(number, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        System.out.println(Comm.createKeyval() + " " + Comm.createKeyval());
    }

    /** Ranks 1 and 2 each raise a counter of rank 0, which prints what each has found there. */
    private static void draws(Intracomm world) throws MPIException {
        int[] found = new int[1];
        try (Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, world)) {
            if (world.getRank() > 0) {
                win.lock(MPI.LOCK_SHARED, 0, 0);
                win.fetchAndOp(new int[] {1}, found, MPI.INT, 0, 0, MPI.SUM);
                win.unlock(0);
                world.send(found, 1, MPI.INT, 0, TAG);
            }
        }
        for (int rank = 1; world.getRank() == 0 && rank < world.getSize(); rank++) {
            world.recv(found, 1, MPI.INT, rank, TAG);
            System.out.print(found[0] + " ");
        }
    }

    /** Ranks 1 and 2 each write their number where nobody has. */
    private static void swaps(Intracomm world) throws MPIException {
        int[] owner = new int[1];
        try (Win win = new Win(owner, 1, 1, MPI.INFO_NULL, world)) {
            if (world.getRank() > 0) {
                win.lock(MPI.LOCK_SHARED, 0, 0);
                win.compareAndSwap(new int[] {world.getRank()}, new int[1], new int[1], MPI.INT, 0, 0);
                win.unlock(0);
            }
        }
        System.out.println(owner[0]);
    }

    /** Rank 1 replaces a number of rank 0, and rank 2 adds to it. */
    private static void replaces(Intracomm world) throws MPIException {
        int[] number = new int[1];
        try (Win win = new Win(number, 1, 1, MPI.INFO_NULL, world)) {
            win.fence(0);
            if (world.getRank() > 0) {
                Op op = world.getRank() == 1 ? MPI.REPLACE : MPI.SUM;
                win.accumulate(new int[] {5}, 1, MPI.INT, 0, 0, 1, MPI.INT, op);
            }
            win.fence(MPI.MODE_NOSUCCEED);
        }
        System.out.println(number[0]);
    }

    /** Both ranks put into the window of rank 0. */
    private static void own(Intracomm world) throws MPIException {
        int[] number = new int[1];
        try (Win win = new Win(number, 1, 1, MPI.INFO_NULL, world)) {
            win.lock(MPI.LOCK_SHARED, 0, 0);
            win.put(new int[] {1 + world.getRank()}, 1, MPI.INT, 0, 0, 1, MPI.INT);
            win.unlock(0);
            world.barrier();
        }
        System.out.println(number[0]);
    }

    /** Ranks 0 and 1 each have a message of rank 2, and get one of the other, who sends it after its first receive. */
    private static void crossed(Intracomm world) throws MPIException {
        int[] number = {world.getRank()};
        if (number[0] == 2) {
            world.send(number, 1, MPI.INT, 0, TAG);
            world.send(number, 1, MPI.INT, 1, TAG);
            return;
        }
        int[] from = new int[1];
        int first = world.recv(from, 1, MPI.INT, MPI.ANY_SOURCE, TAG).getSource();
        world.send(number, 1, MPI.INT, 1 - number[0], TAG);
        world.recv(from, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        // For rank 0 to print.
        int[] all = new int[world.getSize()];
        if (number[0] == 1) {
            world.send(new int[] {first}, 1, MPI.INT, 0, TAG + 1);
        } else {
            world.recv(all, 1, MPI.INT, 1, TAG + 1);
            System.out.println(first + " " + all[0]);
        }
    }

    /** Rank 0 takes a message of any rank as it finds it, perhaps after it has found none. */
    private static void matched(Intracomm world, boolean polls) throws MPIException {
        int[] number = {world.getRank()};
        if (number[0] > 0) {
            world.send(number, 1, MPI.INT, 0, TAG);
            return;
        }
        Message message = new Message();
        for (int left = world.getSize() - 1; left > 0; left--) {
            if (polls && message.imProbe(MPI.ANY_SOURCE, TAG, world) == null) {
                System.out.print("-");
            }
            if (message.isNull()) {
                message.mProbe(MPI.ANY_SOURCE, TAG, world);
            }
            System.out.print(message.mRecv(number, 1, MPI.INT).getSource());
        }
    }

    /** Rank 0 starts a receive from any rank again. */
    private static void persistent(Intracomm world) throws MPIException {
        int[] number = {world.getRank()};
        if (number[0] > 0) {
            world.send(number, 1, MPI.INT, 0, TAG);
            return;
        }
        Prequest request = world.recvInit(number, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        for (int left = world.getSize() - 1; left > 0; left--) {
            request.start();
            request.waitFor();
            System.out.print(number[0] + " ");
        }
        request.free();
    }

    /** Something that a call sees of a request, or not. */
    private interface Seen {
        boolean in(Request request) throws MPIException;
    }

    /** Rank 0 looks once whether it has received a message. */
    private static void test(Intracomm world, Seen seen) throws MPIException {
        int[] number = {world.getRank()};
        if (number[0] > 0) {
            world.send(number, 1, MPI.INT, 0, TAG);
            return;
        }
        Request request = world.iRecv(number, 1, MPI.INT, 1, TAG);
        System.out.println(seen.in(request));
        if (!request.isNull()) {
            request.waitFor();
        }
    }

    /** Rank 0 tests two requests once each. */
    private static void twoTests(Intracomm world) throws MPIException {
        int[] number = {world.getRank()};
        if (number[0] > 0) {
            world.send(number, 1, MPI.INT, 0, TAG);
            return;
        }
        Request one = world.iRecv(number, 1, MPI.INT, 1, TAG);
        Request other = world.iRecv(new int[1], 1, MPI.INT, 2, TAG);
        System.out.println(one.test() + " " + other.test());
        Request.waitAll(new Request[] {one, other});
    }

    /** Rank 0 tests a request up to three times. */
    private static void threeTests(Intracomm world) throws MPIException {
        int[] number = {world.getRank()};
        if (number[0] > 0) {
            world.send(number, 1, MPI.INT, 0, TAG);
            return;
        }
        Request request = world.iRecv(number, 1, MPI.INT, 1, TAG);
        int at = 0;
        while (at < 3 && !request.test()) {
            at++;
        }
        System.out.println(at);
        request.waitFor();
    }

    private static boolean isInTime(Request request) {
        try {
            request.get(1, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Rank 0 waits in vain for a while before it asks for a message. */
    private static void late(Intracomm world) throws MPIException {
        int[] number = {world.getRank()};
        if (number[0] > 0) {
            world.recv(number, 1, MPI.INT, 0, TAG);
            world.send(number, 1, MPI.INT, 0, TAG);
            return;
        }
        Request request = world.iRecv(number, 1, MPI.INT, 1, TAG);
        System.out.println(isInTime(request));
        world.send(number, 1, MPI.INT, 1, TAG);
        request.waitFor();
    }

    /** Rank 0 looks once whether all have come to a barrier. */
    private static void barrier(Intracomm world) throws MPIException {
        Request request = world.iBarrier();
        if (world.getRank() == 0) {
            System.out.println(request.test());
        }
        request.waitFor();
    }

    /** Rank 0 looks once whether the second of two partitions has come. */
    private static void arrives(Intracomm world) throws MPIException {
        int[] parts = {world.getRank(), world.getRank()};
        if (world.getRank() == 0) {
            Prequest request = world.pRecvInit(parts, 2, 1, MPI.INT, 1, TAG, MPI.INFO_NULL);
            request.start();
            System.out.println(request.pArrived(1));
            request.waitFor();
            request.free();
        } else {
            Prequest request = world.pSendInit(parts, 2, 1, MPI.INT, 0, TAG, MPI.INFO_NULL);
            request.start();
            request.pReady(1);
            request.pReady(0);
            request.waitFor();
            request.free();
        }
    }

    /** Rank 0 looks once whether an epoch of its window has ended. */
    private static void epoch(Intracomm world) throws MPIException {
        Group other = world.getGroup().incl(new int[] {1 - world.getRank()});
        try (Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, world)) {
            if (world.getRank() == 1) {
                win.start(other, 0);
                win.put(new int[] {1}, 1, MPI.INT, 0, 0, 1, MPI.INT);
                win.complete();
            } else {
                win.post(other, 0);
                boolean hasEnded = win.test();
                System.out.println(hasEnded);
                if (!hasEnded) {
                    win.waitFor();
                }
            }
        }
    }

    /** Rank 0 receives from itself behind a receive from any rank. */
    private static void toSelf(Intracomm world) throws MPIException {
        int[] any = new int[1];
        int[] own = new int[1];
        if (world.getRank() == 1) {
            world.send(new int[] {9}, 1, MPI.INT, 0, TAG);
            return;
        }
        Request request = world.iRecv(any, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        world.send(new int[] {1}, 1, MPI.INT, 0, TAG);
        world.send(new int[] {2}, 1, MPI.INT, 0, TAG);
        world.recv(own, 1, MPI.INT, 0, TAG);
        request.waitFor();
        System.out.println(any[0] + " " + own[0]);
    }

    /** Rank 0 computes without end after the message of rank 1. */
    private static void endless(Intracomm world) throws MPIException {
        int[] number = {world.getRank()};
        if (number[0] > 0) {
            world.send(number, 1, MPI.INT, 0, TAG);
            return;
        }
        world.recv(number, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        while (number[0] == 1) {
            Thread.onSpinWait();
        }
    }
}
