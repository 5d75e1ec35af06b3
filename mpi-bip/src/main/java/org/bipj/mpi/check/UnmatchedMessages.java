package org.bipj.mpi.check;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import mpi.MpiBuffer;
import mpi.MpiCall;
import mpi.MpiProcess;
import mpi.Session;
import mpi.Status;
import org.bipj.core.job.family.ProcessName;
import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/** Messages between ranks: those that nobody receives, and those that a receive does not fit. */
final class UnmatchedMessages {
    private static final String LOG = "check-sends-";
    private static final String TYPES = "check-types-";
    private static final int MOST = 20;

    /** Messages of one origin. */
    private record Origin(int context, int source, int tag, long bytes) {}

    private final MpiProcess process;
    private final Findings findings;
    private final boolean races;
    private final CallTexts texts;
    /** By rank; none where there is no memory. */
    private final Map<Integer, SendLog> logs = new HashMap<>();
    /** The same of what they have sent. */
    private final Map<Integer, SentTypes> types = new HashMap<>();

    /** Null where there is no memory, as {@link #ownTypes}. */
    private final @Nullable SendLog ownLog;

    private final @Nullable SentTypes ownTypes;

    UnmatchedMessages(MpiProcess process, Findings findings, CallTexts texts, boolean races) {
        this.process = process;
        this.texts = texts;
        this.races = races;
        this.findings = findings;
        ownLog = log(process.rank());
        ownTypes = types(process.rank());
    }

    /** Notes where a send is made, and what it sends; a persistent one before its first start. */
    void before(MpiCall call) {
        if (call.comm() == null || call.sendTag() == MpiCall.NONE) {
            return;
        }
        int dest = process.world(call.handle(), call.dest());
        if (dest < 0) {
            return;
        }
        if (ownTypes != null) {
            MpiBuffer data = call.buffers().isEmpty() ? null : call.buffers().getFirst();
            ownTypes.add(process.context(call.handle()), dest, call.sendTag(), data);
        }
        if (Facts.method(call).form() != CallFacts.Form.PREPARED) {
            log(call, dest, ownLog == null ? -1 : texts.text(call).placeIn(ownLog));
        }
    }

    /** Notes where a persistent send is started. */
    void started(MpiCall made, String start) {
        int dest = made.sendTag() == MpiCall.NONE ? -1 : process.world(made.handle(), made.dest());
        if (dest >= 0) {
            log(made, dest, ownLog == null ? -1 : ownLog.place(start));
        }
    }

    private void log(MpiCall call, int dest, int place) {
        if (ownLog != null) {
            ownLog.add(process.context(call.handle()), dest, call.sendTag(), place);
        }
    }

    /** The ranks of other hosts to which this one has sent messages of late. */
    int[] farDests() {
        return ownLog == null
                ? new int[0]
                : ownLog.dests().stream()
                        .filter(dest -> !process.job().isNear(dest))
                        .mapToInt(Integer::intValue)
                        .toArray();
    }

    /** The log of this rank's sends. */
    byte[] sent() {
        assert ownLog != null : "nothing was sent";
        return ownLog.copy();
    }

    /** The log of a rank of another host. */
    void learn(int rank, byte[] log) {
        logs.put(rank, SendLog.of(log));
    }

    private @Nullable SendLog log(int rank) {
        return logs.computeIfAbsent(rank, of -> {
            MemorySegment memory = memory(LOG, of, SendLog.SIZE);
            return memory == null ? null : new SendLog(memory);
        });
    }

    /** Where a call's text is for others to read; -1 if there is no room. */
    int text(MpiCall call) {
        return ownLog == null ? -1 : texts.text(call).placeIn(ownLog);
    }

    /** A text of a rank; null if there is none. */
    @Nullable
    String text(int rank, int place) {
        SendLog log = log(rank);
        return log == null ? null : log.text(place);
    }

    private @Nullable SentTypes types(int rank) {
        return types.computeIfAbsent(rank, of -> {
            MemorySegment memory = memory(TYPES, of, SentTypes.SIZE);
            return memory == null ? null : new SentTypes(memory);
        });
    }

    private @Nullable MemorySegment memory(String name, int of, long size) {
        if (!process.isNear(of)) {
            return null;
        }
        ProcessName owner = of < process.size() ? null : process.name(of);
        return owner == null
                ? process.shared(name + of, size)
                : process.shared(owner.address(), name + owner.rank(), size);
    }

    /**
     * A receive or probe has ended.
     *
     * @param said says which one, if it is told
     * @param status its status; null if it is not known
     */
    void ended(MpiCall receive, Object said, @Nullable Status status) {
        if (status != null && status.getError() == 0 && process.isOfMixture(status)) {
            compareTypes(receive, said, status);
        }
        listRace(receive, said, status);
    }

    /**
     * Messages of several types carry 11 bits for their sequence, which the library has compared. The sender tells whether it has sent
     * the receive's own sequence.
     */
    private void compareTypes(MpiCall receive, Object said, Status status) {
        int source = process.world(receive.handle(), status.getSource());
        SentTypes sent = source < 0 ? null : types(source);
        long bytes = process.bytes(status);
        int context = process.context(receive.handle());
        for (MpiBuffer buffer : receive.buffers()) {
            long own = buffer.isWritten() ? buffer.signatureOf(bytes) : 0;
            if (own != 0 && sent != null && !sent.mayHold(context, process.rank(), status.getTag(), bytes, own)) {
                String of = "the message from " + findings.named(source) + " with tag " + status.getTag();
                List<String> lines = new ArrayList<>(List.of(said.toString()));
                addLastSend(lines, source, context, status.getTag());
                findings.error(
                        "wrong-receive", of + " consists of other types than the receive, or in another order", lines);
            }
        }
    }

    private void addLastSend(List<String> lines, int source, int context, int tag) {
        SendLog log = log(source);
        if (log != null) {
            log.last(context, process.rank(), tag, 1)
                    .forEach(sent -> lines.add(findings.named(source) + "'s last send to it: " + sent));
        }
    }

    /** If a receive or probe was from any source, lists messages of other ranks that it could have matched. */
    private void listRace(MpiCall receive, Object said, @Nullable Status status) {
        if (!races || receive.source() != CommCore.ANY_SOURCE) {
            return;
        }
        int context = process.context(receive.handle());
        int taken = status == null ? CommCore.ANY_SOURCE : process.world(receive.handle(), status.getSource());
        Map<Integer, Integer> tags = new LinkedHashMap<>();
        for (MpiProcess.Unreceived one : process.unreceived()) {
            boolean fits = receive.recvTag() == CommCore.ANY_TAG || receive.recvTag() == one.tag();
            if (one.context() == context && fits && one.source() != taken) {
                tags.putIfAbsent(one.source(), one.tag());
            }
        }
        // One source alone may be the one whose earlier message was taken.
        if (taken >= 0 || tags.size() > 1) {
            tags.forEach((source, tag) -> list(said, taken, source, context, tag));
        }
    }

    private void list(Object receive, int taken, int source, int context, int tag) {
        SendLog log = log(source);
        List<String> sent = log == null ? List.of() : log.last(context, process.rank(), tag, 1);
        String by = sent.isEmpty() || sent.getFirst() == null ? "" : ": " + sent.getFirst();
        findings.warning(
                "race",
                receive + " took a message of " + (taken < 0 ? "some rank" : findings.named(taken))
                        + ", and could have taken one of " + findings.named(source) + by);
    }

    /** The program gives a communicator back: no call of this rank receives the messages that lie there. */
    void ending(MpiCall end) {
        int context = process.context(end.comm());
        tellUnreceived(one -> one.context() == context, List.of(end.toString()));
    }

    /** A session is closed: no call of this rank receives the messages that lie in its communicators. */
    void closing(Session session, MpiCall close, IntPredicate receivesLater) {
        tellUnreceived(
                one -> process.isOf(session, one.context()) && !receivesLater.test(one.context()),
                List.of(close.toString()));
    }

    /** After all ranks have finalised. */
    void finalized() {
        tellUnreceived(one -> !process.isOfSession(one.context()), List.of());
    }

    /** Messages that lie here, a line each, with the calls that have sent them where they are known. */
    List<String> unreceived() {
        return lines(unreceived(one -> true));
    }

    private Map<Origin, Integer> unreceived(Predicate<MpiProcess.Unreceived> which) {
        Map<Origin, Integer> left = new LinkedHashMap<>();
        for (MpiProcess.Unreceived one : process.unreceived()) {
            if (which.test(one)) {
                left.merge(new Origin(one.context(), one.source(), one.tag(), one.bytes()), 1, Integer::sum);
            }
        }
        return left;
    }

    private List<String> lines(Map<Origin, Integer> messages) {
        List<String> lines = new ArrayList<>();
        messages.forEach((origin, number) -> {
            SendLog log = log(origin.source);
            List<String> sent = log == null ? List.of() : log.last(origin.context, process.rank(), origin.tag, number);
            String one = origin.bytes + " bytes from " + findings.named(origin.source) + " with tag " + origin.tag;
            if (sent.isEmpty()) {
                lines.add(one + (number > 1 ? " (" + number + " times)" : ""));
            }
            sent.forEach(call -> lines.add(one + ", sent by " + (call == null ? "an unknown call" : call)));
        });
        return lines;
    }

    private void tellUnreceived(Predicate<MpiProcess.Unreceived> which, List<String> end) {
        Map<Origin, Integer> left = unreceived(which);
        if (left.isEmpty()) {
            return;
        }
        List<String> lines = lines(left);
        int number = left.values().stream().mapToInt(Integer::intValue).sum();
        List<String> told = new ArrayList<>(lines.subList(0, Math.min(MOST, lines.size())));
        told.addAll(end);
        findings.error(
                "unreceived-messages",
                (number == 1 ? "a message was" : number + " messages were") + " sent to this rank and never received",
                told);
    }

    /**
     * A receive that its message does not fit ends the job.
     *
     * @param receives those that the failed call waits for, if it is a wait; one of them has failed
     */
    void mismatch(MpiCall call, List<PendingOperation> receives, String message) {
        List<String> lines = new ArrayList<>();
        if (call.requests().length == 0) {
            addReceive(lines, call, call);
        } else if (!receives.isEmpty()) {
            receives.forEach(receive -> addReceive(lines, receive.made, receive));
            lines.add(call.toString());
        }
        if (!lines.isEmpty()) {
            findings.error("wrong-receive", message, lines);
        }
    }

    private void addReceive(List<String> lines, MpiCall receive, Object said) {
        if (receive.recvTag() == MpiCall.NONE) {
            return;
        }
        lines.add(said.toString());
        int source = process.world(receive.handle(), receive.source());
        if (source >= 0 && receive.recvTag() >= 0) {
            addLastSend(lines, source, process.context(receive.handle()), receive.recvTag());
        }
    }
}
