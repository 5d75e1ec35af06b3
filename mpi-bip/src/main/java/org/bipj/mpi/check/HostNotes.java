package org.bipj.mpi.check;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import mpi.MpiProcess;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.engine.Sending;
import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/**
 * Compares ranks of different hosts, which share no memory, once all of them have called Finalize: by messages, which no receive of
 * the program can take.
 *
 * <pre>
 *   rank -> ranks of other hosts that it has sent to     what it has sent, and where
 *   rank -> rank 0       which these are, and the collective calls of communicators over several hosts, of one rank of each host
 *   rank 0 -> rank       how many ranks of other hosts have sent to it
 * </pre>
 */
final class HostNotes {
    /** That of collective calls on COMM_SELF, which go to no other rank. */
    private static final int CONTEXT = 3;

    private static final int SENT = 1;
    private static final int REPORT = 2;
    private static final int ANSWER = 3;
    /** Calls of a communicator that are compared. */
    private static final int MOST = 20_000;

    /**
     * The calls of one host's ranks on a communicator: numbers of their texts; {@code -g} before those of the g-th later communicator with
     * the same context and members.
     */
    private static final class Calls {
        final List<Integer> texts = new ArrayList<>();
        long generation;
        /** There were more. */
        boolean isCut;

        void add(int entry) {
            isCut |= texts.size() == MOST;
            if (!isCut) {
                texts.add(entry);
            }
        }
    }

    /** What rank 0 has of the calls on a communicator from one host. */
    private record Told(int rank, List<Entry> entries, boolean isCut) {}

    /** A call, or (without a text) the beginning of those of a later communicator. */
    private record Entry(long generation, @Nullable String text) {}

    private final MpiProcess process;
    private final Findings findings;
    private final UnmatchedMessages messages;
    private final boolean areSeveral;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final Map<Long, Calls> calls = new LinkedHashMap<>();

    HostNotes(MpiProcess process, Findings findings, UnmatchedMessages messages) {
        this.process = process;
        this.findings = findings;
        this.messages = messages;
        areSeveral = IntStream.range(0, process.size())
                .anyMatch(rank -> !process.job().isNear(rank));
    }

    /** The rank speaks for the ranks of its host in a communicator over several hosts. */
    void begin(long seed) {
        if (areSeveral) {
            calls.put(seed, new Calls());
        }
    }

    /** The next call on a communicator is one of a later communicator with the same context and members, if the number is greater. */
    void generation(long seed, long generation) {
        Calls own = calls.get(seed);
        if (own != null && generation > own.generation) {
            own.generation = generation;
            own.add((int) -generation);
        }
    }

    /** The rank makes its next collective call on a communicator: noted if it {@linkplain #begin speaks} for others there. */
    void called(long seed, CallOrder.Note note) {
        Calls own = calls.get(seed);
        if (own != null && !own.isCut) {
            own.add(numbers.computeIfAbsent(note.text(), first -> numbers.size()));
        }
    }

    /** Compares; called by all ranks of the job. */
    void finalizing() {
        if (!areSeveral) {
            return;
        }
        Engine engine = process.engine();
        List<SendOp> sends = new ArrayList<>();
        int[] dests = messages.farDests();
        byte[] sent = dests.length == 0 ? new byte[0] : messages.sent();
        for (int dest : dests) {
            sends.add(start(engine, dest, SENT, sent));
        }
        int senders = process.rank() == 0 ? collect(engine, report(dests)) : exchange(engine, sends, report(dests));
        for (; senders > 0; senders--) {
            PostedRecv op = await(engine, PostedRecv.ANY, SENT);
            messages.learn(op.source(), take(engine, op));
        }
        for (SendOp send : sends) {
            engine.progress().await(send);
            engine.sending().recycle(send);
        }
    }

    // ---- messages ------------------------------------------------------------------------------------------------

    private int exchange(Engine engine, List<SendOp> sends, byte[] report) {
        sends.add(start(engine, 0, REPORT, report));
        return integer(take(engine, await(engine, 0, ANSWER)));
    }

    /** Rank 0: takes the reports of all, and tells each how many have sent to it. Returns its own number. */
    private int collect(Engine engine, byte[] own) {
        int[] senders = new int[process.size()];
        Map<Long, List<Told>> told = new LinkedHashMap<>();
        read(0, own, senders, told);
        for (int rank = 1; rank < senders.length; rank++) {
            read(rank, take(engine, await(engine, rank, REPORT)), senders, told);
        }
        told.values().forEach(this::compare);
        for (int rank = 1; rank < senders.length; rank++) {
            byte[] number = bytes(senders[rank]);
            engine.sending().send(CONTEXT, rank, ANSWER, Sending.STANDARD, data(number));
        }
        return senders[0];
    }

    private static Data data(byte[] bytes) {
        return Data.of(bytes, 0, bytes.length, TypeLayout.BYTE);
    }

    private static SendOp start(Engine engine, int dest, int tag, byte[] bytes) {
        return engine.sending().startSend(CONTEXT, dest, tag, Sending.STANDARD, data(bytes));
    }

    private static PostedRecv await(Engine engine, int source, int tag) {
        PostedRecv op = engine.receiving().startReceiveOfAnyLength(CONTEXT, source, tag);
        engine.progress().await(op, source);
        return op;
    }

    private static byte[] take(Engine engine, PostedRecv op) {
        byte[] bytes = (byte[]) op.memory();
        op.takeAnyLength(false);
        engine.receiving().recycle(op);
        return bytes;
    }

    private static byte[] bytes(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    private static int integer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getInt();
    }

    // ---- reports -------------------------------------------------------------------------------------------------

    private byte[] report(int[] dests) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream to = new DataOutputStream(bytes)) {
            to.writeInt(dests.length);
            for (int dest : dests) {
                to.writeInt(dest);
            }
            to.writeInt(numbers.size());
            for (String text : numbers.keySet()) {
                to.writeUTF(text.length() > MOST ? text.substring(0, MOST) : text);
            }
            to.writeInt(calls.size());
            for (Map.Entry<Long, Calls> one : calls.entrySet()) {
                to.writeLong(one.getKey());
                to.writeBoolean(one.getValue().isCut);
                to.writeInt(one.getValue().texts.size());
                for (int text : one.getValue().texts) {
                    to.writeInt(text);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void read(int rank, byte[] report, int[] senders, Map<Long, List<Told>> told) {
        try (DataInputStream from = new DataInputStream(new ByteArrayInputStream(report))) {
            for (int left = from.readInt(); left > 0; left--) {
                senders[from.readInt()]++;
            }
            List<String> texts = new ArrayList<>();
            for (int left = from.readInt(); left > 0; left--) {
                texts.add(from.readUTF());
            }
            for (int left = from.readInt(); left > 0; left--) {
                long seed = from.readLong();
                boolean isCut = from.readBoolean();
                List<Entry> calls = new ArrayList<>();
                long generation = 0;
                for (int more = from.readInt(); more > 0; more--) {
                    int entry = from.readInt();
                    generation = entry < 0 ? -entry : generation;
                    calls.add(new Entry(generation, entry < 0 ? null : texts.get(entry)));
                }
                told.computeIfAbsent(seed, first -> new ArrayList<>()).add(new Told(rank, calls, isCut));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The calls of several hosts on one communicator. */
    private void compare(List<Told> hosts) {
        for (Told other : hosts.subList(1, hosts.size())) {
            compare(hosts.getFirst(), other);
        }
    }

    private void compare(Told one, Told other) {
        int both = Math.min(one.entries.size(), other.entries.size());
        for (int i = 0; i < both; i++) {
            Entry first = one.entries.get(i);
            Entry second = other.entries.get(i);
            if (first.generation != second.generation || (first.text == null) != (second.text == null)) {
                // Whoever is still at the earlier communicator, or has a call there, has made one more.
                boolean isOne = first.generation < second.generation
                        || first.generation == second.generation && first.text != null;
                tellMissing(isOne ? one : other, i, isOne ? other : one);
                return;
            }
            if (first.text != null && second.text != null) {
                CallOrder.Note call = CallOrder.Note.parse(first.text);
                CallOrder.Note otherCall = CallOrder.Note.parse(second.text);
                if (call.difference(otherCall) != null) {
                    CallOrder.tell(findings, call, otherCall);
                }
            }
        }
        if (one.entries.size() != other.entries.size() && !one.isCut && !other.isCut) {
            Told more = one.entries.size() > both ? one : other;
            tellMissing(more, both, more == one ? other : one);
        }
    }

    /** One host has made the first call from an entry on, and another one has not. */
    private void tellMissing(Told more, int from, Told less) {
        for (Entry entry : more.entries.subList(from, more.entries.size())) {
            if (entry.text != null) {
                String call = CallOrder.Note.parse(entry.text).said(findings);
                CallOrder.tellMissing(findings, List.of(call + "; not made by " + findings.named(less.rank)));
                return;
            }
        }
    }
}
