package org.bipj.mpi.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import mpi.Comm;
import mpi.Intercomm;
import mpi.MPI;
import mpi.MpiBlocks;
import mpi.MpiCall;
import mpi.MpiProcess;
import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.call.Who;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * Collective operations in which each rank has counts of its own: for each pair of ranks, what the one sends and what the other one
 * receives have the same length and types (MPI 4.1 chapter 6).
 */
final class Parts {
    private static final String TABLE = "check-parts";
    /** Calls of more ranks are not compared: they would take long. */
    private static final int MOST = 256;

    private final MpiProcess process;
    private final Findings findings;
    private final UnmatchedMessages messages;
    /** Null where ranks share no memory. */
    private final @Nullable PairTable table;
    /** Those that compare the current call. */
    private @Nullable Comparers who;

    Parts(MpiProcess process, Findings findings, UnmatchedMessages messages) {
        this.process = process;
        this.findings = findings;
        this.messages = messages;
        var memory = process.shared(TABLE, PairTable.SIZE);
        table = memory == null ? null : new PairTable(memory);
    }

    /**
     * Compares a call with those of the others.
     *
     * @param key of the call, the same on all ranks
     * @param those that compare
     */
    void compare(Key key, MpiCall call, Comparers those) {
        String operation = call.operation();
        if (table == null || operation == null || !(call.handle() instanceof Comm comm)) {
            return;
        }
        who = those;
        Key keyOfAll = key.with(operation.hashCode());
        int[] sources = call.sources();
        int[] destinations = call.destinations();
        if (sources != null && destinations != null) {
            new Neighbours(keyOfAll, call).compare(sources, destinations);
        } else if (comm.isInter()) {
            between((Intercomm) comm, keyOfAll, call);
        } else {
            among(comm, keyOfAll, call);
        }
    }

    private Comparers who() {
        return Objects.requireNonNull(who, "set at the beginning of a comparison");
    }

    // ---- who sends to whom ---------------------------------------------------------------------------------------

    private void among(Comm comm, Key key, MpiCall call) {
        int size = comm.getSize();
        int self = comm.getRank();
        boolean isRoot = call.root() == self;
        if (size > MOST) {
            return;
        }
        CallFacts facts = Facts.of(call);
        switch (facts) {
            case GATHERV -> toRoot(key, call, isRoot, size, self);
            case SCATTERV -> fromRoot(key, call, isRoot, size, self);
            case ALLTOALLV, ALLTOALLW -> {
                // In place a rank sends as much as it receives.
                MpiBlocks sent = call.sent() == null ? call.received() : call.sent();
                for (int i = 0; i < size; i++) {
                    send(key, call, i, sent, i);
                    receive(key, call, i, call.received(), i);
                }
            }
            default -> {
                // All ranks have the same counts; one of them may receive another number than it sends.
                if (facts.movesData() && call.sent() != null && call.received() != null) {
                    send(key, call, self, call.sent(), self);
                    receive(key, call, self, call.received(), self);
                }
            }
        }
    }

    /** A root that receives in place has no part of its own. */
    private void toRoot(Key key, MpiCall call, boolean isRoot, int size, int self) {
        if (!isRoot || call.sent() != null) {
            send(key, call, call.root(), call.sent(), 0);
        }
        for (int i = 0; isRoot && i < size; i++) {
            if (i != self || call.sent() != null) {
                receive(key, call, i, call.received(), i);
            }
        }
    }

    private void fromRoot(Key key, MpiCall call, boolean isRoot, int size, int self) {
        if (!isRoot || call.received() != null) {
            receive(key, call, call.root(), call.received(), 0);
        }
        for (int i = 0; isRoot && i < size; i++) {
            if (i != self || call.received() != null) {
                send(key, call, i, call.sent(), i);
            }
        }
    }

    /** Ranks are those of the other group. */
    private void between(Intercomm comm, Key key, MpiCall call) {
        int remote = comm.getRemoteSize();
        boolean isRoot = call.root() == MPI.ROOT;
        if (remote > MOST || call.root() == CommCore.PROC_NULL) {
            return;
        }
        CallFacts facts = Facts.of(call);
        if (!facts.movesData() || facts.to() == Who.OTHERS) {
            // In a broadcast and in reductions all have the same counts.
            return;
        }
        if (facts.from() == Who.ALL && facts.to() == Who.ALL) {
            for (int i = 0; i < remote; i++) {
                send(key, call, i, call.sent(), i);
                receive(key, call, i, call.received(), i);
            }
        } else {
            boolean sends = (facts.to() == Who.ROOT) != isRoot;
            for (int i = isRoot ? 0 : call.root(); i < (isRoot ? remote : call.root() + 1); i++) {
                if (sends) {
                    send(key, call, i, call.sent(), isRoot ? i : 0);
                } else {
                    receive(key, call, i, call.received(), isRoot ? i : 0);
                }
            }
        }
    }

    /** Edges between two ranks correspond in an order of their own on grids, so that their sums are compared. */
    private final class Neighbours {
        private final Key key;
        private final MpiCall call;

        Neighbours(Key key, MpiCall call) {
            this.key = key;
            this.call = call;
        }

        void compare(int[] sources, int[] destinations) {
            if (sources.length > MOST || destinations.length > MOST) {
                return;
            }
            compare(destinations, call.sent(), true);
            compare(sources, call.received(), false);
        }

        private void compare(int[] peers, @Nullable MpiBlocks blocks, boolean isSent) {
            for (int i = 0; blocks != null && i < peers.length; i++) {
                long bytes = blocks.bytes(i);
                int edges = 1;
                boolean isFirst = peers[i] >= 0;
                for (int j = 0; j < peers.length; j++) {
                    isFirst &= j >= i || peers[j] != peers[i];
                    if (j != i && peers[j] == peers[i]) {
                        bytes = bytes < 0 || blocks.bytes(j) < 0 ? -1 : bytes + blocks.bytes(j);
                        edges++;
                    }
                }
                if (isFirst) {
                    meet(key, call, peers[i], bytes, edges == 1 ? blocks.signature(i) : 0, isSent);
                }
            }
        }
    }

    // ---- pairs ---------------------------------------------------------------------------------------------------

    private void send(Key key, MpiCall call, int dest, @Nullable MpiBlocks blocks, int block) {
        if (blocks != null) {
            meet(key, call, dest, blocks.bytes(block), blocks.signature(block), true);
        }
    }

    private void receive(Key key, MpiCall call, int source, @Nullable MpiBlocks blocks, int block) {
        if (blocks != null) {
            meet(key, call, source, blocks.bytes(block), blocks.signature(block), false);
        }
    }

    private void meet(Key key, MpiCall call, int peer, long bytes, long types, boolean isSent) {
        int other = process.member(call.handle(), peer);
        PairTable there = other < 0 || bytes < 0 || !who().has(other) ? null : table(who());
        if (there == null) {
            return;
        }
        int self = who().shared(process.rank());
        Key ofPair = key.with(isSent ? self : who().shared(other)).with(isSent ? who().shared(other) : self);
        PairTable.Note note = new PairTable.Note(bytes, types, self, messages.text(call));
        PairTable.Note found = there.meet(ofPair, note);
        if (found != null) {
            compare(call, isSent, note.by(process.rank()), found.by(other));
        }
    }

    private @Nullable PairTable table(Comparers those) {
        var memory = those.memoryOfAnother(process, TABLE, PairTable.SIZE);
        return those.job() == null ? table : memory == null ? null : new PairTable(memory);
    }

    private void compare(MpiCall call, boolean isSent, PairTable.Note note, PairTable.Note there) {
        long bytes = note.bytes();
        long types = note.types();
        boolean differInTypes = types != 0 && there.types() != 0 && bytes > 0 && types != there.types();
        if (bytes != there.bytes() || differInTypes) {
            tell(call, isSent, note, there);
        }
    }

    private void tell(MpiCall call, boolean isSent, PairTable.Note own, PairTable.Note other) {
        PairTable.Note sender = isSent ? own : other;
        PairTable.Note receiver = isSent ? other : own;
        String[] names = findings.names(sender.rank(), receiver.rank());
        String what = own.bytes() == other.bytes()
                ? "rank " + names[0] + " sends other types than rank " + names[1] + " receives of it"
                : "rank " + names[0] + " sends " + sender.bytes() + " bytes to rank " + names[1] + ", which receives "
                        + receiver.bytes();
        List<String> lines = new ArrayList<>();
        // A rank's part of its own has both sides in one call.
        if (own.rank() != other.rank()) {
            String there = messages.text(other.rank(), other.text());
            lines.add("rank " + names[isSent ? 1 : 0] + ": " + (there == null ? "an unknown call" : there));
        }
        lines.add("rank " + names[isSent ? 0 : 1] + ": " + call);
        findings.error("different-calls", "in a collective call " + what, lines);
    }
}
