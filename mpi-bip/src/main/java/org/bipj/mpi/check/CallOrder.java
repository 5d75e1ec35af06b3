package org.bipj.mpi.check;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
import org.bipj.core.report.WaitReport;
import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/** Compares the collective calls of the ranks of this node: the n-th call on a communicator is the same one on all of them. */
final class CallOrder {
    private static final String TABLE = "check-calls";
    private static final String BETWEEN = "\t";
    private static final String START = "start of ";
    private static final int FIELDS = 9;

    /** A communicator's calls so far, and those of earlier ones with the same context and members. */
    private static final class Calls {
        /** So far up is the number of those earlier ones in a call's number. */
        private static final int GENERATION = 32;

        final Key key;
        /** The first number of its key. */
        final long seed;

        Comparers who;
        /** Null where they share no memory. */
        @Nullable
        SideTable table;
        /** The number of the next call: greater than those of all calls before. */
        long next;

        Calls(Comparers who, @Nullable SideTable table) {
            key = who.key();
            seed = key.first();
            this.who = who;
            this.table = table;
        }

        /** The key of a call. */
        Key key(long number) {
            return key.with(number);
        }

        /** The communicator is another one than before, of the same members. */
        void renew(Comparers those, @Nullable SideTable there) {
            who = those;
            table = there;
            next = (generation() + 1) << GENERATION;
        }

        long generation() {
            return next >>> GENERATION;
        }
    }

    /** What the ranks of a call have to agree on, and who says so: {@link Comparers#shared}. Empty fields agree with everything. */
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
            String plain = call.replace(BETWEEN, " ");
            return String.join(BETWEEN, seed + "", rank + "", operation, root, op, counts, bytes, signature, plain);
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

        /** The same of a process that the reader knows by another number. */
        Note by(int number) {
            return new Note(seed, number, operation, root, op, counts, bytes, signature, call);
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
        Written(Note note, Calls calls, long bytes, long types) {
            this(
                    note,
                    note.digest(),
                    note.by(calls.who.shared(note.rank)).text().getBytes(StandardCharsets.UTF_8),
                    bytes,
                    types);
        }

        Written(Note note, Calls calls) {
            this(note, calls, -1, 0);
        }

        /** The same of a call that agrees with others in more than its digest could say. */
        Written agreeing() {
            return new Written(note, SideTable.VAGUE, text, bytes, types);
        }

        boolean isOf(long seed, long otherBytes, long otherTypes) {
            return note.seed == seed && bytes == otherBytes && types == otherTypes;
        }
    }

    private final MpiProcess process;
    private final Findings findings;
    private final CallTexts texts;
    private final Parts parts;
    private final OwnWaits waits;
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
            UnmatchedMessages messages,
            CallTexts texts,
            OwnWaits waits,
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
            Written written = written(own, call);
            if (isCompared) {
                hosts.called(own.seed, written.note);
            }
            compare(own, key, written, call);
            parts.compare(key, call, own.who);
        }
    }

    /** Persistent operations match in the order in which they are made (MPI 4.1 section 6.13), and all ranks start each as often. */
    private void compareStart(Prepared prepared, MpiCall start) {
        String text = prepared.call + ", started at " + start.place();
        String operation = START + prepared.operation;
        Note note = new Note(prepared.calls.seed, process.rank(), operation, "", "", "", "", "", text);
        compare(prepared.calls, prepared.key.with(++prepared.starts), new Written(note, prepared.calls), null);
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
        Comparers who = Comparers.of(process, handle);
        if (who == null) {
            return null;
        }
        long seed = who.key().first();
        if (process.isOfSession(handle)) {
            ofSessions.add(seed);
        }
        Calls before = calls.get(seed);
        if (before != null) {
            before.renew(who, table(who));
            return before;
        }
        if (who.speaks()) {
            hosts.begin(seed);
        }
        Calls begun = new Calls(who, table(who));
        calls.put(seed, begun);
        return begun;
    }

    private @Nullable SideTable table(Comparers who) {
        if (who.job() == null) {
            return table;
        }
        var memory = who.memoryOfAnother(process, TABLE, SideTable.SIZE);
        return memory == null ? null : new SideTable(memory);
    }

    /**
     * Compares a call with that of the first comer.
     *
     * @param call the call, whose line is looked for if it is told; null if the note has it
     */
    private void compare(Calls own, Key key, Written written, @Nullable MpiCall call) {
        String first = own.table == null
                ? null
                : own.table.meet(key, own.who.numbers().length, own.who.self(), written.digest, written.text);
        if (first == null) {
            return;
        }
        Note note = written.note;
        Note other = Note.parse(first);
        if (other.seed == note.seed && note.difference(other) != null) {
            tell(findings, other.by(own.who.number(other.rank)), call == null ? note : note.of(call));
        }
    }

    /** The note of a call, which calls of the same shape, data and line share. */
    private Written written(Calls own, MpiCall call) {
        long seed = own.seed;
        CallTexts.Text text = texts.text(call);
        if (isSpecial(call)) {
            Written written = new Written(note(seed, call, text), own);
            return isAside(call) ? written.agreeing() : written;
        }
        MpiBlocks block = block(call);
        long bytes = block == null ? -1 : block.bytes(0);
        long types = block == null ? 0 : block.signature(0);
        if (text.note() instanceof Written before && before.isOf(seed, bytes, types)) {
            return before;
        }
        Written written = new Written(note(seed, call, text), own, bytes, types);
        text.keep(written);
        return written;
    }

    /** True for calls whose shape does not say all that is compared. */
    private static boolean isSpecial(MpiCall call) {
        return Facts.of(call).hasOwnCounts()
                || call.largeCounts() != null
                || call.sources() != null
                || call.comm() == null
                || call.comm().isInter();
    }

    /** Ends the job for two calls that differ. */
    static void tell(Findings findings, Note first, Note second) {
        String[] names = findings.names(first.rank, second.rank);
        findings.error(
                "different-calls",
                "ranks " + names[0] + " and " + names[1] + " make collective calls with different "
                        + second.difference(first),
                List.of("rank " + names[0] + ": " + first.call, "rank " + names[1] + ": " + second.call));
    }

    private Note note(long seed, MpiCall call, CallTexts.Text text) {
        Comm inter = call.comm() != null && call.comm().isInter() ? call.comm() : null;
        boolean isInter = inter != null;
        boolean isAside = isAside(call);
        MpiBlocks block = isAside || isInter && !Facts.of(call).isAlikeInBothGroups() ? null : block(call);
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

    /** True for a rank in the root's group that is not the root: it says nothing of root and data. */
    private static boolean isAside(MpiCall call) {
        return call.comm() != null && call.comm().isInter() && call.root() == CommCore.PROC_NULL;
    }

    /** The root's rank in its own group. */
    private static int root(MpiCall call, @Nullable Comm inter) {
        return inter != null && call.root() == MPI.ROOT ? inter.getRank() : call.root();
    }

    /** The block that all ranks of the operation have; null if they have none. */
    private static @Nullable MpiBlocks block(MpiCall call) {
        if (Facts.of(call).hasOwnCounts() || call.sources() != null || call.largeCounts() != null) {
            return null;
        }
        return call.sent() == null ? call.received() : call.sent();
    }

    /** What all ranks say of the lengths of all parts. */
    private static String counts(MpiCall call) {
        if (Facts.of(call) == CallFacts.ALLGATHERV) {
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
        if (table != null) {
            addMissing(table, false, whose, lines);
        }
        Map<Long, SideTable> others = new LinkedHashMap<>();
        calls.values().stream()
                .map(own -> own.table)
                .filter(other -> other != null && other != table && other.isThere())
                .forEach(other -> others.put(other.address(), other));
        others.values().forEach(other -> addMissing(other, true, whose, lines));
        if (!lines.isEmpty()) {
            tellMissing(findings, lines);
        }
    }

    /** What lies in a table; in that of another job what is of communicators of several jobs. */
    private void addMissing(SideTable of, boolean isOfAnother, Predicate<Note> whose, List<String> lines) {
        for (SideTable.Left left : of.left()) {
            Note note = Note.parse(left.note());
            Calls own = calls.get(note.seed);
            @Nullable Note here = note;
            if (note.rank < 0) {
                // Only members know who that is.
                here = own == null ? null : note.by(own.who.number(note.rank));
            } else if (isOfAnother) {
                here = null;
            }
            if (here != null && whose.test(here)) {
                lines.add(here.said(findings) + missing(here, left));
            }
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
        int[] numbers = own.who.numbers();
        int[] ranks = IntStream.range(0, numbers.length)
                .filter(place -> !left.hasCome().test(place))
                .map(place -> numbers[place])
                .toArray();
        return ranks.length == 0 ? "" : "; not made by " + WaitReport.ranks(process.job()::named, ranks);
    }
}
