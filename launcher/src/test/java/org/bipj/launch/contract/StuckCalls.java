package org.bipj.launch.contract;

import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmEndpoint;
import org.bipj.am2.AmGroup;
import org.bipj.am2.Bundle;
import org.bipj.am2.BundleMode;
import org.bipj.am2.EventMask;
import org.bipj.crl.Crl;
import org.bipj.crl.Region;
import org.bipj.lci.Group;
import org.bipj.lci.Lci;
import org.bipj.multigame.Moves;
import org.bipj.multigame.Multigame;
import org.bipj.multigame.Position;
import org.bipj.multigame.Puzzle;
import org.bipj.orca.Codec;
import org.bipj.orca.Orca;
import org.bipj.orca.Read;
import org.bipj.orca.SharedObject;
import org.bipj.orca.Update;
import org.bipj.panda.Gather;
import org.bipj.panda.Panda;
import org.bipj.panda.Reply;
import org.bipj.panda.Rpc;
import org.bipj.splitc.GlobalPointer;
import org.bipj.splitc.SplitC;
import org.bipj.ssam.Ssam;

/** Each rank waits for ever in another call, of the systems over LCI or of another interface. */
public final class StuckCalls {
    private static final Read<int[], Void, Integer> NEVER = Read.of(
                    "never", Codec.NONE, Codec.INT, (int[] count, Void none) -> count[0])
            .when((count, none) -> false);
    private static final Update<int[], Void, Integer> TAKE = Update.<int[], Void, Integer>of(
                    "take", Codec.NONE, Codec.INT, (count, none) -> count[0]--)
            .when((count, none) -> count[0] > 0);

    private StuckCalls() {}

    /** Runs the program of an interface. */
    public static void main(String[] args) {
        switch (args[0]) {
            case "splitc" -> splitC();
            case "am" -> activeMessages();
            case "ssam" -> ssam();
            case "multigame" -> multigame();
            default -> systems();
        }
    }

    private static void systems() {
        try (Orca orca = Orca.init();
                Crl crl = Crl.init()) {
            SharedObject<int[]> here = orca.onRank(0, "Pot", () -> new int[1], NEVER, TAKE);
            SharedObject<int[]> everywhere = orca.replicated("Count", () -> new int[1], NEVER, TAKE);
            Reply[] later = new Reply[1];
            Rpc rpc = orca.panda().rpc(7, (request, reply) -> later[0] = reply.later());
            long[] id = new long[1];
            if (crl.rank() == 0) {
                Region region = crl.create(8);
                id[0] = region.id();
                region.startWrite();
            }
            crl.broadcast(0, id);
            orca.barrier();
            stuck(orca, crl, here, everywhere, rpc, id[0]);
        }
    }

    private static void stuck(
            Orca orca, Crl crl, SharedObject<int[]> here, SharedObject<int[]> everywhere, Rpc rpc, long region) {
        Lci lci = orca.panda().lci();
        switch (orca.rank()) {
            case 0 -> orca.replicated("Counter", () -> new int[1], NEVER);
            case 1 -> crl.map(region).startRead();
            case 2 -> everywhere.read(NEVER);
            case 3 -> here.update(TAKE);
            case 4 -> crl.sum(new double[3]);
            case 5 -> rpc.call(0, new Gather(), reply -> {});
            case 6 -> lci.group(0, 6);
            default -> lci.barrier();
        }
    }

    /** A game of four moves, in which only rank 0 and rank 1 take part. */
    private static void multigame() {
        Puzzle countdown = new Puzzle() {
            @Override
            public int estimate(long high, long low) {
                return (int) low;
            }

            @Override
            public void moves(long high, long low, Moves found) {
                found.add(0, low - 1, (int) low - 1);
            }
        };
        try (Panda panda = Panda.init();
                Multigame multigame = Multigame.setup().tablePositions(64).init(countdown)) {
            Group all = panda.group();
            panda.barrier();
            if (panda.rank() < 2) {
                multigame.solve(Position.of(4));
            } else {
                panda.orderedBroadcast(9, all, message -> {}).close();
            }
        }
    }

    private static void activeMessages() {
        try (ActiveMessages am = ActiveMessages.init()) {
            Bundle bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
            Bundle other = am.allocateBundle(BundleMode.SEQUENTIAL);
            AmGroup group = AmGroup.join(other);
            AmEndpoint endpoint = bundle.allocateEndpoint();
            endpoint.setHandler(1, message -> {});
            endpoint.setTag(7);
            group.map(endpoint);
            switch (am.rank()) {
                case 0, 1 -> group.barrier();
                case 2 -> request(endpoint, 3, Integer.MAX_VALUE);
                case 3 -> {
                    other.setEventMask(EventMask.NOT_EMPTY);
                    while (true) {
                        other.await();
                        other.poll();
                    }
                }
                case 4 -> {
                    while (true) {
                        other.pollOrIdle();
                    }
                }
                default -> request(endpoint, 4, 3);
            }
        }
    }

    private static void request(AmEndpoint endpoint, int to, int times) {
        for (int i = 0; i < times; i++) {
            endpoint.request(to, 1);
        }
    }

    private static void ssam() {
        try (Ssam ssam = Ssam.init()) {
            while (ssam.rank() == 1) {
                ssam.pollOrWait();
            }
        }
    }

    private static void splitC() {
        try (SplitC sc = SplitC.init()) {
            switch (sc.rank()) {
                case 0 -> sc.barrier();
                case 1 -> sc.storeSync(8);
                default -> sc.allSpread(64);
            }
            sc.readLong(GlobalPointer.of(0, 64));
        }
    }
}
