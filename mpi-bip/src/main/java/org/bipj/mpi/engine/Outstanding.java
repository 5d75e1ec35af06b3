package org.bipj.mpi.engine;

import java.util.List;
import java.util.function.Supplier;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.RecvOp;
import org.bipj.core.channel.SendOp;
import org.bipj.mpi.match.PostedRecv;

/**
 * What a rank has begun and not ended, in words, for the report of a standstill. It looks at what matching and channel
 * keep anyway: no message pays for it. Ranks are world ranks.
 */
final class Outstanding implements Supplier<String> {
    /** More tell no more. */
    private static final int MOST = 4;

    private final Channel channel;
    private final Receiving receiving;

    Outstanding(Channel channel, Receiving receiving) {
        this.channel = channel;
        this.receiving = receiving;
    }

    @Override
    public String get() {
        List<String> all = receiving.outstanding();
        for (RecvOp op : channel.unfinishedReceives()) {
            if (op instanceof PostedRecv receive) {
                all.add("the rest of " + message(0, receive.source(), receive.tag()));
            }
        }
        for (SendOp op : channel.unfinishedSends()) {
            int context = Envelope.context(op.envelope());
            all.add("rank " + op.peer() + " to receive a message of " + op.size() + " bytes"
                    + detail(context, Envelope.tag(op.envelope())));
        }
        String shown = String.join("; ", all.subList(0, Math.min(all.size(), MOST)));
        return all.size() <= MOST ? shown : shown + "; and " + (all.size() - MOST) + " more";
    }

    /** A message that is wanted. */
    static String message(int context, int source, int tag) {
        return "a message from " + (source == PostedRecv.ANY ? "any rank" : "rank " + source) + detail(context, tag);
    }

    /** Odd contexts are the library's own, for collective calls: their tags are none of the program's. */
    private static String detail(int context, int tag) {
        return context % 2 == 1
                ? " in a collective call"
                : tag == PostedRecv.ANY ? " with any tag" : " with tag " + tag;
    }
}
