package mpi;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.coll.port.CollPort;

/**
 * The collective operations of {@link Comm} that move data, on a port that does their steps at once or records them. The arguments are
 * checked first.
 */
final class MovementCalls {
    private MovementCalls() {}

    private static Data inPlace(Data into) {
        return into.set(Collectives.IN_PLACE, 0, 0, TypeLayout.BYTE);
    }

    private static Data sent(CollPort c, CollectiveArguments call) {
        return MessageChecks.data(c.callData().sent, call.sent, false);
    }

    private static Data received(CollPort c, CollectiveArguments call) {
        return MessageChecks.data(c.callData().received, call.received, true);
    }

    private static Data firstSent(CollPort c, CollectiveArguments call) {
        return MessageChecks.firstOf(c.callData().sent, call.sent, c.size(), false);
    }

    private static Data firstReceived(CollPort c, CollectiveArguments call) {
        return MessageChecks.firstOf(c.callData().received, call.received, c.size(), true);
    }

    private static Blocks eachSent(CollPort c, CollectiveArguments call) {
        return MessageChecks.blocks(c.callData().sentBlocks, call.sent, c.size(), false);
    }

    private static Blocks eachReceived(CollPort c, CollectiveArguments call) {
        return MessageChecks.blocks(c.callData().receivedBlocks, call.received, c.size(), true);
    }

    static void bcast(CollPort c, CollectiveArguments call) {
        if (c.firstGroup() > 0) {
            InterCalls.bcast(c, call);
            return;
        }
        MessageChecks.root(call.root, c.size());
        boolean isWritten = c.rank() != call.root;
        Collectives.bcast(c, MessageChecks.data(c.callData().sent, call.sent, isWritten), call.root);
    }

    static void gather(CollPort c, CollectiveArguments call) {
        if (c.firstGroup() > 0) {
            InterCalls.gather(c, call);
            return;
        }
        MessageChecks.root(call.root, c.size());
        if (c.rank() != call.root) {
            Collectives.gather(c, sent(c, call), null, call.root);
        } else if (call.isInPlace) {
            Data received = firstReceived(c, call);
            Collectives.gather(c, inPlace(c.callData().sent), received, call.root);
        } else {
            Data sent = sent(c, call);
            Data received = firstReceived(c, call);
            MessageChecks.distinct(sent, received);
            Collectives.gather(c, sent, received, call.root);
        }
    }

    static void gatherv(CollPort c, CollectiveArguments call) {
        if (c.firstGroup() > 0) {
            InterCalls.gatherv(c, call);
            return;
        }
        if (call.sent.form == Side.Form.NONE) {
            MessageChecks.isRoot(c, call.root, true);
            Blocks received = eachReceived(c, call);
            Collectives.gatherv(c, inPlace(c.callData().sent), received, call.root);
            return;
        }
        if (call.received.form == Side.Form.NONE) {
            MessageChecks.isRoot(c, call.root, false);
        }
        MessageChecks.root(call.root, c.size());
        Data sent = sent(c, call);
        Collectives.gatherv(c, sent, c.rank() == call.root ? eachReceived(c, call) : null, call.root);
    }

    static void scatter(CollPort c, CollectiveArguments call) {
        if (c.firstGroup() > 0) {
            InterCalls.scatter(c, call);
            return;
        }
        MessageChecks.root(call.root, c.size());
        if (c.rank() != call.root) {
            Collectives.scatter(c, null, received(c, call), call.root);
        } else if (call.isInPlace) {
            Data sent = firstSent(c, call);
            Collectives.scatter(c, sent, inPlace(c.callData().received), call.root);
        } else {
            Data received = received(c, call);
            Data sent = firstSent(c, call);
            MessageChecks.distinct(sent, received);
            Collectives.scatter(c, sent, received, call.root);
        }
    }

    static void scatterv(CollPort c, CollectiveArguments call) {
        if (c.firstGroup() > 0) {
            InterCalls.scatterv(c, call);
            return;
        }
        if (call.received.form == Side.Form.NONE) {
            MessageChecks.isRoot(c, call.root, true);
            Blocks sent = eachSent(c, call);
            Collectives.scatterv(c, sent, inPlace(c.callData().received), call.root);
            return;
        }
        if (call.sent.form == Side.Form.NONE) {
            MessageChecks.isRoot(c, call.root, false);
        }
        MessageChecks.root(call.root, c.size());
        Data received = received(c, call);
        Collectives.scatterv(c, c.rank() == call.root ? eachSent(c, call) : null, received, call.root);
    }

    static void allGather(CollPort c, CollectiveArguments call) {
        if (c.firstGroup() > 0) {
            NeighbourCalls.allGather(c.whole(), InterCalls.toAll(c, call));
        } else if (call.isInPlace) {
            Data received = firstReceived(c, call);
            Collectives.allGather(c, inPlace(c.callData().sent), received);
        } else {
            Data sent = sent(c, call);
            Data received = firstReceived(c, call);
            MessageChecks.distinct(sent, received);
            Collectives.allGather(c, sent, received);
        }
    }

    static void allGatherv(CollPort c, CollectiveArguments call) {
        if (c.firstGroup() > 0) {
            NeighbourCalls.allGatherv(c.whole(), InterCalls.toAll(c, call));
            return;
        }
        Data sent = call.isInPlace ? inPlace(c.callData().sent) : sent(c, call);
        Collectives.allGatherv(c, sent, eachReceived(c, call));
    }

    static void allToAll(CollPort c, CollectiveArguments call) {
        if (c.firstGroup() > 0) {
            NeighbourCalls.allToAll(c.whole(), InterCalls.toAll(c, call));
        } else if (call.isInPlace) {
            Data received = firstReceived(c, call);
            Collectives.allToAll(c, inPlace(c.callData().sent), received);
        } else {
            Data sent = firstSent(c, call);
            Data received = firstReceived(c, call);
            MessageChecks.distinct(sent, received);
            Collectives.allToAll(c, sent, received);
        }
    }

    /** Blocks of one type, or each of its own. */
    static void allToAllv(CollPort c, CollectiveArguments call) {
        if (c.firstGroup() > 0) {
            NeighbourCalls.allToAllv(c.whole(), InterCalls.toAll(c, call));
            return;
        }
        Blocks sent = call.isInPlace ? null : eachSent(c, call);
        Blocks received = eachReceived(c, call);
        Collectives.allToAllv(c, sent == null ? blocksInPlace(c) : sent, received);
    }

    private static Blocks blocksInPlace(CollPort c) {
        return c.callData().sentBlocks.equal(inPlace(c.callData().sent));
    }
}
