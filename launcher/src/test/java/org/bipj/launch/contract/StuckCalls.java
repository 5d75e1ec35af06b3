package org.bipj.launch.contract;

import org.bipj.crl.Crl;
import org.bipj.crl.Region;
import org.bipj.lci.Lci;
import org.bipj.orca.Codec;
import org.bipj.orca.Orca;
import org.bipj.orca.Read;
import org.bipj.orca.SharedObject;
import org.bipj.orca.Update;
import org.bipj.panda.Gather;
import org.bipj.panda.Reply;
import org.bipj.panda.Rpc;
import org.bipj.splitc.GlobalPointer;
import org.bipj.splitc.SplitC;

/** Each rank waits for ever in another call, of the systems over LCI or of Split-C. */
public final class StuckCalls {
    private static final Read<int[], Void, Integer> NEVER = Read.of(
                    "never", Codec.NONE, Codec.INT, (int[] count, Void none) -> count[0])
            .when((count, none) -> false);
    private static final Update<int[], Void, Integer> TAKE = Update.<int[], Void, Integer>of(
                    "take", Codec.NONE, Codec.INT, (count, none) -> count[0]--)
            .when((count, none) -> count[0] > 0);

    private StuckCalls() {}

    /** Runs the program; the argument is {@code splitc} or {@code systems}. */
    public static void main(String[] args) {
        if (args[0].equals("splitc")) {
            splitC();
        } else {
            systems();
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
