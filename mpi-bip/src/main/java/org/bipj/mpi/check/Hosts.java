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
final class Hosts {
    /** That of collective calls on COMM_SELF, which go to no other rank. */
    private static final int CONTEXT = 3;

    private static final int SENT = 1;
    private static final int REPORT = 2;
    private static final int ANSWER = 3;
    /** Calls of a communicator that are compared. */
    private static final int MOST = 20_000;

    /** The calls of one host's ranks on a communicator: numbers of their texts. */
    private static final class Calls {
        final List<Integer> texts = new ArrayList<>();
        /** There were more. */
        boolean isCut;
    }

    /** What rank 0 has of the calls on a communicator from one host. */
    private record Told(int rank, List<String> texts, boolean isCut) {}

    private final MpiProcess process;
    private final Findings findings;
    private final Messages messages;
    private final boolean areSeveral;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final Map<Long, Calls> calls = new LinkedHashMap<>();

    Hosts(MpiProcess process, Findings findings, Messages messages) {
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

    /** The rank makes its next collective call on a communicator: noted if it {@linkplain #begin speaks} for others there. */
    void called(long seed, Collectives.Note note) {
        Calls own = calls.get(seed);
        if (own == null) {
            return;
        }
        own.isCut |= own.texts.size() == MOST;
        if (!own.isCut) {
            own.texts.add(numbers.computeIfAbsent(note.text(), first -> numbers.size()));
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
                List<String> calls = new ArrayList<>();
                for (int more = from.readInt(); more > 0; more--) {
                    calls.add(texts.get(from.readInt()));
                }
                told.computeIfAbsent(seed, first -> new ArrayList<>()).add(new Told(rank, calls, isCut));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The calls of several hosts on one communicator. */
    private void compare(List<Told> hosts) {
        for (int i = 1; i < hosts.size(); i++) {
            Told one = hosts.getFirst();
            Told other = hosts.get(i);
            int both = Math.min(one.texts.size(), other.texts.size());
            for (int call = 0; call < both; call++) {
                Collectives.Note first = Collectives.Note.parse(one.texts.get(call));
                Collectives.Note second = Collectives.Note.parse(other.texts.get(call));
                if (first.difference(second) != null) {
                    Collectives.tell(findings, first, second);
                }
            }
            if (one.texts.size() != other.texts.size() && !one.isCut && !other.isCut) {
                Told more = one.texts.size() > both ? one : other;
                Told less = more == one ? other : one;
                Collectives.tellMissing(
                        findings,
                        List.of(Collectives.Note.parse(more.texts.get(both)).said() + "; not made by rank "
                                + less.rank));
            }
        }
    }
}
