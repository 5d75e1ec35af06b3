package org.bipj.launch;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmEndpoint;
import org.bipj.am2.AmGroup;
import org.bipj.am2.Bundle;
import org.bipj.am2.BundleMode;
import org.bipj.am2.EventMask;
import org.bipj.bip.Bip;

/**
 * Two ranks with three threads each: a thread per endpoint and bundle waits for its messages (AM-II's thread per endpoint),
 * several threads use one endpoint, and threads use BIP.
 */
public final class AmThreadsActor {
    private static final int THREADS = 3;
    private static final int EACH = 20;
    private static final int TAG = 7;

    private AmThreadsActor() {}

    /** Runs all parts; with the argument "am" those of Active Messages, without MPI. */
    public static void main(String[] args) throws Exception {
        boolean alone = args.length > 0;
        if (!alone) {
            MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        }
        try (ActiveMessages am = ActiveMessages.setup().parallel().init()) {
            AmGroup group = AmGroup.join(am.allocateBundle(BundleMode.PARALLEL));
            endpointPerThread(am, group);
            sharedEndpoint(am, group);
            group.close();
        }
        if (!alone) {
            bip();
            MPI.Finalize();
        }
    }

    private static void endpointPerThread(ActiveMessages am, AmGroup group) throws Exception {
        int other = 1 - am.rank();
        List<Thread> threads = new ArrayList<>();
        int[] sums = new int[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int number = t;
            Bundle bundle = am.allocateBundle(BundleMode.PARALLEL);
            AmEndpoint endpoint = bundle.allocateEndpoint();
            endpoint.setTag(TAG + t);
            group.map(endpoint);
            int[] answers = new int[1];
            endpoint.setHandler(2, message -> {
                answers[0]++;
                sums[number] += message.argument(0);
            });
            bundle.setEventMask(EventMask.NOT_EMPTY);
            int[] served = new int[1];
            endpoint.setHandler(3, message -> {
                served[0]++;
                message.reply(2, message.argument(0));
            });
            threads.add(new Thread(() -> {
                for (int i = 0; i < EACH; i++) {
                    endpoint.request(other, 3, i);
                }
                while (answers[0] < EACH || served[0] < EACH) {
                    bundle.await();
                    bundle.poll();
                }
            }));
        }
        group.barrier();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        group.barrier();
        System.out.println("endpoints " + sums[0] + " " + sums[1] + " " + sums[2]);
    }

    private static void sharedEndpoint(ActiveMessages am, AmGroup group) throws Exception {
        int other = 1 - am.rank();
        Bundle bundle = am.allocateBundle(BundleMode.PARALLEL);
        AmEndpoint endpoint = bundle.allocateEndpoint();
        endpoint.setTag(TAG);
        group.map(endpoint);
        int[] counts = new int[2];
        endpoint.setHandler(1, message -> {
            counts[0]++;
            message.reply(2, message.argument(0));
        });
        endpoint.setHandler(2, message -> counts[1] += message.argument(0));
        group.barrier();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int first = t * EACH;
            threads.add(Thread.ofVirtual().start(() -> {
                for (int i = first; i < first + EACH; i++) {
                    endpoint.request(other, 1, i);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        while (endpoint.outstanding() > 0 || counts[0] < THREADS * EACH) {
            bundle.pollOrIdle();
        }
        group.barrier();
        System.out.println("shared " + counts[1]);
    }

    private static void bip() throws Exception {
        try (Bip bip = Bip.init()) {
            MPI.COMM_WORLD.barrier();
            int other = 1 - MPI.COMM_WORLD.getRank();
            List<Thread> threads = new ArrayList<>();
            int[] sums = new int[THREADS];
            // One send to a node at a time, but receives by several threads meanwhile.
            threads.add(new Thread(() -> {
                for (int i = 0; i < EACH * THREADS; i++) {
                    int[] data = new int[4];
                    data[0] = i / THREADS;
                    bip.tsend(other, i % THREADS, data, data.length);
                }
            }));
            for (int t = 0; t < THREADS; t++) {
                int tag = t;
                threads.add(new Thread(() -> {
                    int[] data = new int[4];
                    for (int i = 0; i < EACH; i++) {
                        bip.trecv(tag, data, data.length);
                        sums[tag] += data[0];
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            MPI.COMM_WORLD.barrier();
            System.out.println("bip " + sums[0] + " " + sums[1] + " " + sums[2]);
        }
    }
}
