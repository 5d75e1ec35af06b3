package org.bipj.bip;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.bipj.bip.BipException.Reason;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.ChannelClient;
import org.bipj.core.channel.ErrorHook;
import org.bipj.core.channel.SendOp;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.core.protocol.CreditWindow;

/**
 * BIP messages. Names are those of the BIP 0.92 manual without their prefix {@code bip_}; lengths are in 32-bit words.
 *
 * <p>A <em>short</em> message, up to {@link #BIPSMALLSIZE} words, is stored in a queue of its tag at the destination until
 * it is received; its send completes at once unless the queue is full. A <em>long</em> message needs its receive posted
 * first, and goes straight into the user's buffer. A receive names a tag, no source. At one time a node has at most one
 * send pending, and one receive per tag; they are independent of each other (BIP paper, section 3).
 *
 * <p>Messages from one node to another with one tag arrive in the order in which they were sent, unharmed, or the job ends
 * (or the {@linkplain Setup#onError error hook} is called). The queue of a tag has its capacity once for each sender: none
 * can block another.
 *
 * <p>Not thread safe. One at a time per process.
 */
public final class Bip implements AutoCloseable {
    /** Longest short message, in words (BIP paper, section 3; its throughput curve steps at 256 bytes). */
    public static final int BIPSMALLSIZE = 64;

    /** The tag of {@link #send} and {@link #recv}. */
    public static final int DEFAULT_TAG = 0;

    /** Largest tag. */
    public static final int MAX_TAG = 1023;

    /** Messages of {@link #BIPSMALLSIZE} words that the queue of a tag holds from each sender, unless told otherwise. */
    public static final int DEFAULT_QUEUE = 16;

    /** Most messages that {@link Setup#tagInit} takes: a queue of 330 MB from each sender. */
    private static final int QUEUE_MAX = 1 << 20;

    private static final int CLIENT = 0;
    private static final long CREDIT = 1L << 32;
    private static final TypeLayout WORD = TypeLayout.bytes(4);

    private final Job job;
    private final NicPort port;
    private final Channel channel;
    private final SegmentCache cache = new SegmentCache();
    private final TagQueue[] tags = new TagQueue[MAX_TAG + 1];
    private final Map<Integer, Integer> queueCredits;
    /** By node and tag. */
    private final TagCredits[][] credits;

    private final SendOp sendOp = new SendOp(cache);
    private final Payload creditPayload = new Payload(cache);
    private final int[] creditWord = new int[1];
    /** Nodes and tags to whom credits shall go back that found no room yet. */
    private long[] owing = new long[8];

    private int owings;
    private boolean sendPending;
    /** The pending send is short and waits for room in its queue at the destination. */
    private boolean sendBlocked;

    private int sendNode;
    private int sendTag;
    private int sendNumber;

    /** What is said before initialisation. */
    public static final class Setup {
        private final Map<Integer, Integer> queueCredits = new HashMap<>();
        private ErrorHook hook;

        private Setup() {}

        /**
         * Room in the queue of a tag: {@code nbufs} messages of {@code size} words, or more shorter ones, from each sender,
         * without any receive; one message of {@link #BIPSMALLSIZE} words in any case. All nodes must say the same.
         */
        public Setup tagInit(int tag, int nbufs, int size) {
            if (tag < 0 || tag > MAX_TAG || nbufs < 1 || nbufs > QUEUE_MAX || size < 0 || size > BIPSMALLSIZE) {
                throw new BipException(
                        Reason.BAD_ARGUMENT,
                        "tagInit(tag " + tag + ", nbufs " + nbufs + ", size " + size + "): expected tag 0 to " + MAX_TAG
                                + ", nbufs 1 to " + QUEUE_MAX + ", size 0 to " + BIPSMALLSIZE + " words");
            }
            queueCredits.put(tag, nbufs * TagCredits.cost(size));
            return this;
        }

        /** Calls a hook where a loss or corruption on the medium would else end the job. */
        public Setup onError(ErrorHook errorHook) {
            hook = errorHook;
            return this;
        }

        /** Joins the job. Nodes may start in any order. */
        public Bip init() {
            return new Bip(this);
        }
    }

    /** What can be said before {@link Setup#init}. */
    public static Setup setup() {
        return new Setup();
    }

    /** Joins the job with queues of the default capacity. */
    public static Bip init() {
        return setup().init();
    }

    private Bip(Setup setup) {
        job = Jobs.of(null);
        port = job.open();
        ErrorHook hook = setup.hook != null ? setup.hook : (peer, what) -> job.abort(1, "network error: " + what);
        channel = new Channel(port, hook);
        channel.bind(CLIENT, new Deliveries());
        queueCredits = Map.copyOf(setup.queueCredits);
        credits = new TagCredits[job.size()][];
        checkPort();
        job.started();
    }

    /** Short messages are never announced, so the port must always take one in the end. */
    private void checkPort() {
        int window = 2 * TagCredits.cost(BIPSMALLSIZE) * CreditWindow.UNIT;
        if (channel.eagerLimit() < 4 * BIPSMALLSIZE || port.capabilities().creditWindow() < window) {
            throw new PortException("node " + myNode() + ": BIP needs a port that takes messages of " + 4 * BIPSMALLSIZE
                    + " bytes without a rendezvous and a credit window of " + window + " bytes; this one takes "
                    + channel.eagerLimit() + " bytes and has a window of "
                    + port.capabilities().creditWindow());
        }
    }

    /** This node's number, from 0. */
    public int myNode() {
        return job.rank();
    }

    /** Number of nodes. */
    public int numNodes() {
        return job.size();
    }

    // ---- sending -----------------------------------------------------------------------------------------------

    /**
     * Starts a tagged send. The buffer must not change until it is complete; no other send may be made before.
     *
     * @param dst destination, another node
     * @param tag 0 to {@link #MAX_TAG}
     * @param buf the words
     * @param length number of words, from the first
     * @return number to wait for with {@link #swait}
     * @throws BipException if the destination is this node, an argument is out of range, or a send is pending
     */
    public int tisend(int dst, int tag, int[] buf, int length) {
        checkTag(tag);
        checkLength(buf, length);
        if (dst == job.rank()) {
            throw new BipException(Reason.SEND_TO_SELF, "node " + dst + " sends to itself with tag " + tag);
        }
        if (dst < 0 || dst >= job.size()) {
            throw new BipException(
                    Reason.BAD_ARGUMENT,
                    "node " + myNode() + " sends to node " + dst + "; expected 0 to " + (job.size() - 1));
        }
        if (sendPending) {
            throw new BipException(
                    Reason.SEND_PENDING,
                    "node " + myNode() + " sends to node " + dst + " while its send to node " + sendNode + " with tag "
                            + sendTag + " is pending");
        }
        sendOp.set(buf, 0, length, WORD);
        sendNode = dst;
        sendTag = tag;
        sendPending = true;
        sendBlocked = length <= BIPSMALLSIZE;
        if (sendBlocked) {
            sendOp.beginLocally();
            tryShort();
        } else if (channel.postsReceives()) {
            channel.sendReady(sendOp, CLIENT, dst, tag);
        } else {
            channel.post(sendOp, CLIENT, dst, tag, true);
        }
        return ++sendNumber;
    }

    /**
     * Sends the pending short message if its queue has room and the channel takes it at once: a short message is never
     * announced, so none of its tag can overtake it.
     */
    private void tryShort() {
        TagCredits to = credits(sendNode, sendTag);
        int words = (int) sendOp.size() / 4;
        if (to.allows(words) && channel.trySend(CLIENT, sendNode, sendTag, sendOp)) {
            to.spend(words);
            sendBlocked = false;
            sendOp.completeLocally();
        }
    }

    /** Waits until a send is complete and its buffer may be used again. */
    public void swait(int id) {
        for (int fruitless = 0; !isSent(id); ) {
            fruitless = progress() ? 0 : fruitless + 1;
            if (fruitless > 0) {
                port.idle(fruitless);
            }
        }
    }

    /**
     * Tests the last send.
     *
     * @return 1 if it is complete, else 0
     * @throws BipException if the receiver had not posted its receive, or had posted too small a buffer
     */
    public int stest(int id) {
        if (isSent(id)) {
            return 1;
        }
        port.charge(HostWork.FAILED_TEST);
        return 0;
    }

    private boolean isSent(int id) {
        if (id < 1 || id > sendNumber) {
            throw new BipException(Reason.BAD_ARGUMENT, "send " + id + "; expected the number of a send made before");
        }
        if (id < sendNumber || !sendPending) {
            return true;
        }
        if (!sendOp.isDone()) {
            progress();
        }
        if (!sendOp.isDone()) {
            return false;
        }
        sendPending = false;
        sendOp.clear();
        if (sendOp.refusal() != 0) {
            Reason reason = Reason.values()[sendOp.refusal()];
            throw new BipException(
                    reason,
                    "a message of " + sendOp.size() / 4 + " words from node " + myNode() + " to node " + sendNode
                            + " with tag " + sendTag
                            + (reason == Reason.NOT_POSTED
                                    ? " was sent before its receive was posted"
                                    : " is longer than the posted buffer"));
        }
        return true;
    }

    /** Sends, and returns when the buffer may be used again. */
    public void tsend(int dst, int tag, int[] buf, int length) {
        swait(tisend(dst, tag, buf, length));
    }

    /** {@link #tsend} with the default tag. */
    public void send(int dst, int[] buf, int length) {
        tsend(dst, DEFAULT_TAG, buf, length);
    }

    /** {@link #tisend} with the default tag. */
    public int isend(int dst, int[] buf, int length) {
        return tisend(dst, DEFAULT_TAG, buf, length);
    }

    // ---- receiving ---------------------------------------------------------------------------------------------

    /**
     * Posts a receive: for the first message that arrives, or has arrived, with the tag. No other receive may be posted on
     * this tag before it is complete.
     *
     * @return number to wait for with {@link #rwait}: the tag
     */
    public int tirecv(int tag, int[] buf, int maxlength) {
        TagQueue queue = queue(tag);
        checkLength(buf, maxlength);
        checkNotPending(queue, tag);
        queue.pending = true;
        queue.buffer = buf;
        queue.maxLength = maxlength;
        queue.received = -1;
        queue.failure = null;
        TagQueue.Stored stored = queue.first();
        if (stored != null) {
            queue.take();
            deliver(queue, tag, stored.node, MemorySegment.ofArray(stored.words), 0, stored.length);
            queue.recycle(stored);
            taken(stored.node, tag, stored.length);
        } else if (maxlength > BIPSMALLSIZE && channel.postsReceives()) {
            queue.receive.set(buf, 0, maxlength, WORD);
            channel.postReceive(queue.receive, CLIENT, tag);
            queue.posted = true;
            return tag;
        }
        port.charge(HostWork.BIP_RECEIVE);
        return tag;
    }

    /**
     * Waits for a receive.
     *
     * @return its length in words
     * @throws BipException if the message was longer than the buffer
     */
    public int rwait(int id) {
        for (int fruitless = 0; ; ) {
            int length = receivedLength(id);
            if (length >= 0) {
                return length;
            }
            fruitless = progress() ? 0 : fruitless + 1;
            if (fruitless > 0) {
                port.idle(fruitless);
            }
        }
    }

    /** Tests a receive: its length in words, or -1 while it is pending. */
    public int rtest(int id) {
        int length = receivedLength(id);
        if (length < 0) {
            port.charge(HostWork.FAILED_TEST);
        }
        return length;
    }

    private int receivedLength(int id) {
        TagQueue queue = queue(id);
        if (!queue.pending) {
            throw new BipException(
                    Reason.BAD_ARGUMENT,
                    "node " + myNode() + " waits for tag " + id + ", on which no receive is pending");
        }
        if (!queue.isComplete()) {
            progress();
        }
        if (!queue.isComplete()) {
            return -1;
        }
        if (queue.posted) {
            queue.posted = false;
            queue.received = (int) (queue.receive.received() / 4);
            queue.source = queue.receive.sender();
        }
        queue.pending = false;
        queue.buffer = null;
        queue.receive.clear();
        if (queue.failure != null) {
            throw queue.failure;
        }
        return queue.received;
    }

    /** {@link #rwait}, and the source in {@code src[0]}. */
    public int rwaitx(int id, int[] src) {
        int length = rwait(id);
        src[0] = queue(id).source;
        return length;
    }

    /** {@link #rtest}, and the source in {@code src[0]} once it is complete. */
    public int rtestx(int id, int[] src) {
        int length = rtest(id);
        if (length >= 0) {
            src[0] = queue(id).source;
        }
        return length;
    }

    /** Receives, and returns the length in words. */
    public int trecv(int tag, int[] buf, int maxlength) {
        return rwait(tirecv(tag, buf, maxlength));
    }

    /** {@link #trecv}, and the source in {@code src[0]}. */
    public int trecvx(int tag, int[] buf, int maxlength, int[] src) {
        return rwaitx(tirecv(tag, buf, maxlength), src);
    }

    /** {@link #trecv} with the default tag. */
    public int recv(int[] buf, int maxlength) {
        return trecv(DEFAULT_TAG, buf, maxlength);
    }

    /** {@link #tirecv} with the default tag. */
    public int irecv(int[] buf, int maxlength) {
        return tirecv(DEFAULT_TAG, buf, maxlength);
    }

    /**
     * Receives a short message that is there already; never a long one.
     *
     * @return its length in words, or -1 if there is none; 0 is a length
     */
    public int tryRecv(int tag, int[] buf, int maxlength) {
        TagQueue queue = queue(tag);
        checkLength(buf, maxlength);
        checkNotPending(queue, tag);
        if (queue.first() == null) {
            progress();
        }
        if (queue.first() == null) {
            port.charge(HostWork.FAILED_TEST);
            return -1;
        }
        return trecv(tag, buf, maxlength);
    }

    /** A message in a library buffer. Valid until {@link #tfreemsg}. */
    public record Message(int[] words, int length, int node) {}

    /** Waits for a short message and lends it. It must be freed before the next one of this tag is asked for. */
    public Message tgetmsg(int tag) {
        for (int fruitless = 0; ; ) {
            Message message = lend(tag);
            if (message != null) {
                return message;
            }
            fruitless = progress() ? 0 : fruitless + 1;
            if (fruitless > 0) {
                port.idle(fruitless);
            }
        }
    }

    /** {@link #tgetmsg} without waiting: null if there is none. */
    public Message tryGetmsg(int tag) {
        Message message = lend(tag);
        if (message == null) {
            port.charge(HostWork.FAILED_TEST);
        }
        return message;
    }

    private Message lend(int tag) {
        TagQueue queue = queue(tag);
        if (queue.pending || queue.lent != null) {
            throw new BipException(
                    Reason.RECEIVE_PENDING,
                    "node " + myNode() + " asks for a message with tag " + tag + ", on which "
                            + (queue.pending ? "a receive is pending" : "a message has not been freed"));
        }
        if (queue.first() == null) {
            progress();
        }
        if (queue.first() == null) {
            return null;
        }
        queue.lent = queue.take();
        return new Message(queue.lent.words, queue.lent.length, queue.lent.node);
    }

    /** Gives the message of {@link #tgetmsg} back. */
    public void tfreemsg(int tag) {
        TagQueue queue = queue(tag);
        TagQueue.Stored lent = queue.lent;
        if (lent == null) {
            throw new BipException(
                    Reason.BAD_ARGUMENT,
                    "node " + myNode() + " frees a message of tag " + tag + ", of which it has none");
        }
        queue.lent = null;
        queue.recycle(lent);
        taken(lent.node, tag, lent.length);
    }

    // ---- inside ------------------------------------------------------------------------------------------------

    private boolean progress() {
        int moved = channel.progress();
        if (owings > 0) {
            returnCredits();
        }
        if (sendBlocked) {
            tryShort();
        }
        return moved > 0;
    }

    private TagCredits credits(int node, int tag) {
        if (credits[node] == null) {
            credits[node] = new TagCredits[MAX_TAG + 1];
        }
        if (credits[node][tag] == null) {
            int standard = DEFAULT_QUEUE * TagCredits.cost(BIPSMALLSIZE);
            credits[node][tag] = new TagCredits(queueCredits.getOrDefault(tag, standard));
        }
        return credits[node][tag];
    }

    /** A short message has left its queue. */
    private void taken(int node, int tag, int words) {
        credits(node, tag).taken(words);
        returnCreditsIfDue(node, tag);
    }

    private void returnCreditsIfDue(int node, int tag) {
        TagCredits to = credits(node, tag);
        if (to.isDue() && !to.isOwing) {
            to.isOwing = true;
            if (owings == owing.length) {
                owing = Arrays.copyOf(owing, 2 * owings);
            }
            owing[owings++] = (long) node << 32 | tag;
            returnCredits();
        }
    }

    private void returnCredits() {
        while (owings > 0) {
            int node = (int) (owing[owings - 1] >>> 32);
            int tag = (int) owing[owings - 1];
            TagCredits to = credits(node, tag);
            creditWord[0] = to.owed();
            creditPayload.set(creditWord, 0, 1, WORD);
            if (!channel.trySend(CLIENT, node, CREDIT | tag, creditPayload)) {
                return;
            }
            to.returned();
            if (!to.isDue()) {
                to.isOwing = false;
                owings--;
            }
        }
    }

    private void deliver(TagQueue queue, int tag, int node, MemorySegment memory, long at, int words) {
        queue.source = node;
        queue.receive.done(true);
        if (words > queue.maxLength) {
            queue.received = 0;
            queue.failure = tooLong(queue, tag, node, words);
        } else {
            MemorySegment.copy(memory, JAVA_INT, at, queue.buffer, 0, words);
            port.chargeCopy(4L * words);
            queue.received = words;
        }
    }

    private BipException tooLong(TagQueue queue, int tag, int node, long words) {
        return new BipException(
                Reason.TOO_LONG,
                "a message of " + words + " words from node " + node + " with tag " + tag
                        + " is longer than the buffer of " + queue.maxLength + " words that node " + myNode()
                        + " posted");
    }

    private TagQueue queue(int tag) {
        checkTag(tag);
        if (tags[tag] == null) {
            tags[tag] = new TagQueue(cache);
        }
        return tags[tag];
    }

    private void checkTag(int tag) {
        if (tag < 0 || tag > MAX_TAG) {
            throw new BipException(
                    Reason.BAD_ARGUMENT, "node " + myNode() + ": tag " + tag + "; expected 0 to " + MAX_TAG);
        }
    }

    private void checkNotPending(TagQueue queue, int tag) {
        if (queue.pending) {
            throw new BipException(
                    Reason.RECEIVE_PENDING,
                    "node " + myNode() + " receives with tag " + tag + ", on which a receive is pending");
        }
    }

    private void checkLength(int[] buf, int length) {
        if (length < 0 || length > buf.length) {
            throw new BipException(
                    Reason.BAD_ARGUMENT,
                    "node " + myNode() + ": length " + length + " words; expected 0 to " + buf.length
                            + ", the length of the buffer");
        }
    }

    /**
     * Leaves the job, after what was sent has gone out.
     *
     * @throws BipException if the receiver of a pending send refuses it; the job is left nevertheless
     */
    @Override
    public void close() {
        try {
            if (sendPending) {
                swait(sendNumber);
            }
        } finally {
            for (int fruitless = 0; !channel.isFlushed(); ) {
                fruitless = progress() ? 0 : fruitless + 1;
                if (fruitless > 0) {
                    port.idle(fruitless);
                }
            }
            job.finished();
            port.close();
        }
    }

    /** What the channel hands over. */
    private final class Deliveries implements ChannelClient {
        @Override
        public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
            int tag = (int) envelope;
            if ((envelope & CREDIT) != 0) {
                credits(peer, tag).refill(memory.get(JAVA_INT, at));
                return true;
            }
            TagQueue queue = queue(tag);
            if (queue.pending && queue.received < 0 && isOurs(queue)) {
                deliver(queue, tag, peer, memory, at, length / 4);
                credits(peer, tag).passed(length / 4);
            } else {
                queue.store(peer, memory, at, length / 4);
                port.chargeCopy(length);
                credits(peer, tag).stored(length / 4);
            }
            returnCreditsIfDue(peer, tag);
            return true;
        }

        /** Takes the pending receive back from the network interface, unless a long message has begun to arrive in it. */
        private boolean isOurs(TagQueue queue) {
            if (queue.posted) {
                queue.posted = !channel.unpost(queue.receive);
            }
            return !queue.posted;
        }

        @Override
        public int onUnposted(int peer, int tag, long bytes) {
            TagQueue queue = queue(tag);
            if (!queue.pending || queue.received >= 0 || bytes <= 4L * queue.maxLength) {
                return Reason.NOT_POSTED.ordinal();
            }
            if (isOurs(queue)) {
                failTooLong(queue, tag, peer, bytes);
            }
            return Reason.TOO_LONG.ordinal();
        }

        private void failTooLong(TagQueue queue, int tag, int peer, long bytes) {
            queue.source = peer;
            queue.received = 0;
            queue.receive.done(true);
            queue.failure = tooLong(queue, tag, peer, bytes / 4);
        }

        @Override
        public void onLong(Arrival arrival) {
            int tag = (int) arrival.envelope();
            TagQueue queue = queue(tag);
            if (!queue.pending || queue.received >= 0) {
                channel.refuse(arrival, Reason.NOT_POSTED.ordinal());
            } else if (arrival.length() > 4L * queue.maxLength) {
                failTooLong(queue, tag, arrival.peer(), arrival.length());
                channel.refuse(arrival, Reason.TOO_LONG.ordinal());
            } else {
                queue.source = arrival.peer();
                queue.received = (int) (arrival.length() / 4);
                queue.receive.set(queue.buffer, 0, queue.received, WORD);
                channel.accept(arrival, queue.receive, arrival.length());
            }
        }
    }
}
