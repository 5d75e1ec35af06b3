package org.bipj.mpi.check;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.MPI;
import mpi.MpiBlocks;
import mpi.MpiBuffer;
import mpi.MpiCall;
import mpi.MpiProcess;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import org.bipj.core.job.WaitReport;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/** Compares the collective calls of the ranks of this node: the n-th call on a communicator is the same one on all of them. */
final class CallOrder {
    private static final String TABLE = "check-calls";
    private static final String BETWEEN = "\t";
    private static final String START = "start of ";
    private static final int FIELDS = 9;

    /** Operations in which ranks have counts of their own. */
    private static final Set<String> OWN_COUNTS = Set.of("gatherv", "scatterv", "allGatherv", "allToAllv", "allToAllw");

    /** Operations in which both groups of an intercommunicator have the same counts. */
    private static final Set<String> LIKE_AMONG_ONE = Set.of("bcast", "reduce", "allReduce");

    /** A communicator's calls so far, and those of earlier ones with the same context and members. */
    private static final class Calls {
        /** So far up is the number of those earlier ones in a call's number. */
        private static final int GENERATION = 32;

        final Key key;
        /** The first number of its key. */
        final long seed;
        /** Ranks in COMM_WORLD of the members that can be compared, in ascending order. */
        final int[] members;

        final int self;
        /** The number of the next call: greater than those of all calls before. */
        long next;

        Calls(Key key, int[] members, int self) {
            this.key = key;
            seed = key.first();
            this.members = members;
            this.self = self;
        }

        /** The key of a call. */
        Key key(long number) {
            return key.with(number);
        }

        /** The communicator is another one than before. */
        void renew() {
            next = (generation() + 1) << GENERATION;
        }

        long generation() {
            return next >>> GENERATION;
        }
    }

    /** What the ranks of a call have to agree on, and who says so. Empty fields agree with everything. */
    record Note(
            long seed,
            int rank,
            String operation,
            String root,
            String op,
            String counts,
            String bytes,
            String signature,
            String call) {
        String text() {
            return String.join(
                    BETWEEN,
                    seed + "",
                    rank + "",
                    operation,
                    root,
                    op,
                    counts,
                    bytes,
                    signature,
                    call.replace(BETWEEN, " "));
        }

        static Note parse(String text) {
            String[] field = text.split(BETWEEN, FIELDS);
            return new Note(
                    Long.parseLong(field[0]),
                    Integer.parseInt(field[1]),
                    field[2],
                    field[3],
                    field[4],
                    field[5],
                    field[6],
                    field[7],
                    field[8]);
        }

        /** Who makes which call. */
        String said(Findings findings) {
            return findings.named(rank) + ": " + call;
        }

        /** The same for notes that agree without empty fields. */
        long digest() {
            long digest = seed;
            for (String field : List.of(operation, root, op, counts, bytes, signature)) {
                for (int i = 0; i < field.length(); i++) {
                    digest = Key.mix(digest + field.charAt(i));
                }
                digest = Key.mix(digest - 1);
            }
            return digest;
        }

        /** The same of the call with its exact line. */
        Note of(MpiCall exact) {
            return new Note(seed, rank, operation, root, op, counts, bytes, signature, exact.toString());
        }

        /** What differs; null if nothing does. */
        @Nullable
        String difference(Note other) {
            if (!operation.equals(other.operation)) {
                return "operations";
            }
            return differ(root, other.root)
                    ? "roots"
                    : differ(op, other.op)
                            ? "reduction operations"
                            : differ(bytes, other.bytes) || differ(counts, other.counts)
                                    ? "counts"
                                    : differ(signature, other.signature) ? "types" : null;
        }

        private static boolean differ(String one, String other) {
            return !one.isEmpty() && !other.isEmpty() && !one.equals(other);
        }
    }

    /** A note as it is left for others, and the data that it is of. */
    private record Written(Note note, long digest, byte[] text, long bytes, long types) {
        Written(Note note, long bytes, long types) {
            this(note, note.digest(), note.text().getBytes(StandardCharsets.UTF_8), bytes, types);
        }

        Written(Note note) {
            this(note, -1, 0);
        }

        boolean isOf(long seed, long otherBytes, long otherTypes) {
            return note.seed == seed && bytes == otherBytes && types == otherTypes;
        }
    }

    private final MpiProcess process;
    private final Findings findings;
    private final CallTexts texts;
    private final Parts parts;
    private final Waits waits;
    private final HostNotes hosts;
    /** Null where ranks share no memory. */
    private final @Nullable SideTable table;
    /**
     * By the context and the members of a communicator or window. A later one with the same ones is the next generation: between both,
     * the context may have been that of a communicator with other members.
     */
    private final Map<Long, Calls> calls = new HashMap<>();
    /** The same by the {@linkplain MpiProcess#identity identities} of those that the program has now. */
    private final Map<Object, Calls> callsNow = new WeakHashMap<>();

    /** A persistent operation. */
    private static final class Prepared {
        final Calls calls;
        final Key key;
        final String operation;
        final String call;
        long starts;

        Prepared(Calls calls, Key key, String operation, MpiCall made) {
            this.calls = calls;
            this.key = key;
            this.operation = operation;
            call = made.describe();
        }
    }

    /** Persistent operations of this rank, which their ranks start equally often. */
    private final Map<Request, Prepared> persistent = new WeakHashMap<>();
    /** Seeds of communicators of sessions: ranks may go on with these after Finalize. */
    private final Set<Long> ofSessions = new HashSet<>();

    CallOrder(
            MpiProcess process,
            Findings findings,
            MessageChecks messages,
            CallTexts texts,
            Waits waits,
            HostNotes hosts) {
        this.texts = texts;
        this.waits = waits;
        this.hosts = hosts;
        this.process = process;
        parts = new Parts(process, findings, messages);
        this.findings = findings;
        var memory = process.shared(TABLE, SideTable.SIZE);
        table = memory == null ? null : new SideTable(memory);
    }

    void before(MpiCall call) {
        if (table == null) {
            return;
        }
        for (Request request : call.requests()) {
            if (PendingOperations.isStart(call) && persistent.get(request) != null) {
                compareStart(persistent.get(request), call);
            }
        }
        Calls own = call.operation() == null || call.handle() == null ? null : calls(call.handle());
        if (own != null) {
            waits.entered(call, own.seed, own.next);
            boolean isCompared = !ofSessions.contains(own.seed);
            if (isCompared) {
                hosts.generation(own.seed, own.generation());
            }
            Key key = own.key(own.next++);
            Written written = written(own.seed, call);
            if (isCompared) {
                hosts.called(own.seed, written.note);
            }
            compare(own, key, written, call);
            parts.compare(key, call);
        }
    }

    /** Persistent operations match in the order in which they are made (MPI 4.1 section 6.13), and all ranks start each as often. */
    private void compareStart(Prepared prepared, MpiCall start) {
        String text = prepared.call + ", started at " + start.place();
        String operation = START + prepared.operation;
        Note note = new Note(prepared.calls.seed, process.rank(), operation, "", "", "", "", "", text);
        compare(prepared.calls, prepared.key.with(++prepared.starts), new Written(note), null);
    }

    /** A call has ended, which may have made a persistent operation. */
    void after(MpiCall call) {
        String operation = call.operation();
        if (table != null && operation != null && call.handle() != null && call.result() instanceof Prequest made) {
            Calls own = calls(call.handle());
            if (own != null) {
                persistent.put(made, new Prepared(own, own.key(own.next - 1), operation, call));
            }
        }
    }

    /** A communicator or window that the rank has now: it may be the one that leaves out a call there. */
    void made(Object handle) {
        if (table != null) {
            calls(handle);
        }
    }

    /** The rank's calls on a communicator or window; null if it is a null one. */
    private @Nullable Calls calls(Object handle) {
        Object identity = process.identity(handle);
        return identity == null ? null : callsNow.computeIfAbsent(identity, first -> find(handle));
    }

    private @Nullable Calls find(Object handle) {
        Key key = Key.of(process, handle);
        if (key != null && process.isOfSession(handle)) {
            ofSessions.add(key.first());
        }
        Calls before = key == null ? null : calls.get(key.first());
        if (before != null) {
            before.renew();
        }
        return key == null || before != null ? before : begin(key, process.members(handle));
    }

    /** Calls on a communicator on which the rank has made none yet. */
    private Calls begin(Key key, int[] members) {
        int[] near = Arrays.stream(members)
                .filter(process.job()::isNear)
                .sorted()
                .distinct()
                .toArray();
        int self = Arrays.binarySearch(near, process.rank());
        if (self == 0 && near.length < Arrays.stream(members).distinct().count()) {
            hosts.begin(key.first());
        }
        Calls begun = new Calls(key, near, self);
        calls.put(begun.seed, begun);
        return begun;
    }

    /**
     * Compares a call with that of the first comer.
     *
     * @param call the call, whose line is looked for if it is told; null if the note has it
     */
    private void compare(Calls own, Key key, Written written, @Nullable MpiCall call) {
        assert table != null : "nothing is compared without it";
        String first = table.meet(key, own.members.length, own.self, written.digest, written.text);
        if (first == null) {
            return;
        }
        Note note = written.note;
        Note other = Note.parse(first);
        if (other.seed == note.seed && note.difference(other) != null) {
            tell(findings, other, call == null ? note : note.of(call));
        }
    }

    /** The note of a call, which calls of the same shape, data and line share. */
    private Written written(long seed, MpiCall call) {
        CallTexts.Text text = texts.text(call);
        if (isSpecial(call)) {
            return new Written(note(seed, call, text));
        }
        MpiBlocks block = block(call);
        long bytes = block == null ? -1 : block.bytes(0);
        long types = block == null ? 0 : block.signature(0);
        if (text.note() instanceof Written before && before.isOf(seed, bytes, types)) {
            return before;
        }
        Written written = new Written(note(seed, call, text), bytes, types);
        text.keep(written);
        return written;
    }

    /** True for calls whose shape does not say all that is compared. */
    private static boolean isSpecial(MpiCall call) {
        return OWN_COUNTS.contains(call.operation())
                || call.largeCounts() != null
                || call.sources() != null
                || call.comm() == null
                || call.comm().isInter();
    }

    /** Ends the job for two calls that differ. */
    static void tell(Findings findings, Note first, Note second) {
        findings.error(
                "different-calls",
                "ranks " + findings.name(first.rank) + " and " + findings.name(second.rank)
                        + " make collective calls with different " + second.difference(first),
                List.of(first.said(findings), second.said(findings)));
    }

    private Note note(long seed, MpiCall call, CallTexts.Text text) {
        Comm inter = call.comm() != null && call.comm().isInter() ? call.comm() : null;
        boolean isInter = inter != null;
        boolean isAside = isInter && call.root() == CommCore.PROC_NULL;
        MpiBlocks block = isAside || isInter && !LIKE_AMONG_ONE.contains(call.operation()) ? null : block(call);
        long signature = block == null ? 0 : block.signature(0);
        return new Note(
                seed,
                process.rank(),
                call.operation() + " " + call.form(),
                isAside || call.root() == MpiCall.NONE ? "" : "" + root(call, inter),
                call.op() == null || isAside ? "" : name(call.op()),
                isInter ? "" : counts(call),
                block == null || block.bytes(0) < 0 ? "" : "" + block.bytes(0),
                signature == 0 ? "" : "" + signature,
                text.toString());
    }

    /** The root's rank in its own group. */
    private static int root(MpiCall call, @Nullable Comm inter) {
        return inter != null && call.root() == MPI.ROOT ? inter.getRank() : call.root();
    }

    /** The block that all ranks of the operation have; null if they have none. */
    private static @Nullable MpiBlocks block(MpiCall call) {
        if (OWN_COUNTS.contains(call.operation()) || call.sources() != null || call.largeCounts() != null) {
            return null;
        }
        return call.sent() == null ? call.received() : call.sent();
    }

    /** What all ranks say of the lengths of all parts. */
    private static String counts(MpiCall call) {
        if ("allGatherv".equals(call.operation())) {
            return digest(call.buffers().stream()
                    .filter(MpiBuffer::isWritten)
                    .mapToLong(MpiBuffer::bytes)
                    .toArray());
        }
        long[] counts = call.largeCounts();
        return counts == null ? "" : digest(counts);
    }

    private static String digest(long[] numbers) {
        long digest = 0;
        for (long number : numbers) {
            digest = Key.mix(digest + number);
        }
        return "" + digest;
    }

    /** Functions of the program have no name that ranks share. */
    private static String name(Op op) {
        String name = op.toString();
        return name.startsWith("Op of ") ? "function" : name;
    }

    /** After all ranks have finalised: calls that some members have not made. The first comer tells them. */
    void finalized() {
        tellMissing(note -> note.rank == process.rank() && !ofSessions.contains(note.seed));
    }

    /**
     * The library has found that ranks make different collective calls: those that this rank has left out. Finalize is none, nor is
     * the start of a persistent operation, to which it would still have come.
     */
    void leftOut() {
        tellMissing(note -> calls.containsKey(note.seed)
                && note.rank != process.rank()
                && !note.operation.startsWith("finalize")
                && !note.operation.startsWith(START));
    }

    private void tellMissing(Predicate<Note> whose) {
        List<String> lines = new ArrayList<>();
        for (SideTable.Left left : table == null ? List.<SideTable.Left>of() : table.left()) {
            Note note = Note.parse(left.note());
            if (whose.test(note)) {
                lines.add(note.said(findings) + missing(note, left));
            }
        }
        if (!lines.isEmpty()) {
            tellMissing(findings, lines);
        }
    }

    /** Ends the job for calls that some members have not made. */
    static void tellMissing(Findings findings, List<String> lines) {
        findings.error("missing-call", "a collective call was not made by all ranks of its communicator", lines);
    }

    private String missing(Note note, SideTable.Left left) {
        Calls own = calls.get(note.seed);
        if (own == null) {
            return "";
        }
        List<Integer> ranks = IntStream.range(0, own.members.length)
                .filter(place -> !left.hasCome().test(place))
                .mapToObj(place -> own.members[place])
                .toList();
        return ranks.isEmpty() ? "" : "; not made by " + WaitReport.ranks(ranks);
    }
}
