package org.bipj.testkit;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.ChannelClient;
import org.bipj.core.channel.RecvOp;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;

/** A client that takes every message at once, or, while {@link #holding}, when it is told to. */
public final class Mailbox implements ChannelClient {
    /** One message, in the order of handing over. */
    public final class Letter {
        /** Rank that sent it. */
        public final int peer;

        /** The sender's envelope. */
        public final long envelope;

        /** Bytes in the message. */
        public final int length;

        /** It was announced or is a train, and not handed over at once. */
        public final boolean announced;

        /** Its sender waits until it is taken or refused. */
        public final boolean isAwaited;

        private Arrival arrival;
        private Object buffer;
        private RecvOp op;
        private boolean taken;
        private boolean withdrawn;

        private Letter(int peer, long envelope, int length, Arrival arrival) {
            this.peer = peer;
            this.envelope = envelope;
            this.length = length;
            this.arrival = arrival;
            announced = arrival != null;
            isAwaited = announced && arrival.isAwaited();
        }

        /** True once its bytes are here and it is held no longer. */
        public boolean isDone() {
            return taken && (op == null || op.isDone());
        }

        /** True once {@link #take} or {@link #refuse} was called. */
        public boolean isTaken() {
            return taken;
        }

        /** True once its sender has withdrawn it. */
        public boolean isWithdrawn() {
            return withdrawn;
        }

        /** Its bytes; the wanted ones of a long message that was taken in part. */
        public byte[] bytes() {
            return buffer instanceof MemorySegment s ? s.toArray(ValueLayout.JAVA_BYTE) : (byte[]) buffer;
        }

        /** Takes it, whole. */
        public void take() {
            take(length);
        }

        /** Takes the first bytes of it; only announced ones can be taken in part. */
        public void take(int wanted) {
            taken = true;
            if (!announced) {
                channel.consumed(peer, length);
                return;
            }
            buffer = buffers.apply(wanted);
            op = new RecvOp(cache);
            op.set(buffer, 0, wanted, TypeLayout.BYTE);
            Arrival accepted = arrival;
            arrival = null;
            channel.accept(accepted, op, wanted);
        }

        /** Refuses it; only announced ones can be refused. */
        public void refuse(int reason) {
            taken = true;
            buffer = new byte[0];
            Arrival refused = arrival;
            arrival = null;
            channel.refuse(refused, reason);
        }
    }

    /** All messages so far, oldest first. */
    public final List<Letter> letters = new ArrayList<>();

    /** While true, messages are kept: short ones with their credits, long ones unaccepted. */
    public boolean holding;

    /** Where long messages go: a byte array or a segment of this length. */
    public IntFunction<Object> buffers = byte[]::new;

    /** Told of each message as it is handed over, before anything else. */
    public Consumer<Letter> onLetter = letter -> {};

    private final Channel channel;
    private final SegmentCache cache = new SegmentCache();

    /** A client of a channel, to be bound by the caller. */
    public Mailbox(Channel channel) {
        this.channel = channel;
    }

    /** Its own. */
    public Channel channel() {
        return channel;
    }

    /** Messages that are held. */
    public List<Letter> held() {
        return letters.stream().filter(letter -> !letter.isTaken()).toList();
    }

    /** Takes all that are held, oldest first. */
    public void takeAll() {
        held().forEach(Letter::take);
    }

    @Override
    public Arrival withdraw(int peer, long envelope, long announcement) {
        for (Letter letter : held()) {
            if (letter.announced && letter.envelope == envelope && letter.arrival.is(peer, announcement)) {
                Arrival arrival = letter.arrival;
                letter.arrival = null;
                letter.taken = true;
                letter.withdrawn = true;
                return arrival;
            }
        }
        return null;
    }

    @Override
    public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
        Letter letter = new Letter(peer, envelope, length, null);
        letter.buffer = memory.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
        letter.taken = !holding;
        letters.add(letter);
        onLetter.accept(letter);
        return !holding;
    }

    @Override
    public void onLong(Arrival arrival) {
        Letter letter = new Letter(arrival.peer(), arrival.envelope(), Math.toIntExact(arrival.length()), arrival);
        letters.add(letter);
        onLetter.accept(letter);
        if (!holding) {
            letter.take();
        }
    }
}
