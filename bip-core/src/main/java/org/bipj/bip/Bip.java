package org.bipj.bip;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bipj.bip.BipException.Reason;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.ErrorHook;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.Waiting;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.core.protocol.CreditWindow;
import org.bipj.core.runtime.Client;
import org.bipj.core.runtime.ProgressLock;
import org.bipj.core.runtime.RankRuntime;
import org.bipj.core.runtime.Threads;
import org.jspecify.annotations.Nullable;

/**
 * BIP messages. Names are those of the BIP 0.92 manual without their prefix {@code bip_}; lengths are in 32-bit words.
 *
 * <p>A <em>short</em> message, up to {@link #BIPSMALLSIZE} words (or {@link #smallSize}), is stored in a queue of its
 * tag at the destination until it is received; its send completes at once unless the queue is full. A <em>long</em>
 * message needs its receive posted first, and goes straight into the user's buffer. A receive names a tag, no source.
 * At one time a node has at most one send pending, and one receive per tag; they are independent of each other (BIP
 * paper, section 3).
 *
 * <p>Messages from one node to another with one tag arrive in the order in which they were sent, unharmed, or the job
 * ends (or the {@linkplain Setup#onError error hook} is called). The queue of a tag has its capacity once for each
 * sender: none can block another.
 *
 * <p>BIP may be closed and initialised again, also beside MPI and others. A node's n-th initialisation exchanges messages with the
 * other nodes' n-th ones: what is sent to one that is still to come waits for it, within the capacity of the queues; what is sent
 * to one that has been closed is dropped.
 *
 * <p>Not thread safe, and one at a time per process. Threads may take turns; a call while another thread waits is refused by a
 * {@link PortException} as a rule. MPI may be used beside it in one program, also by several threads
 * if MPI was initialised for them; the two take nothing from each other.
 */
public final class Bip implements AutoCloseable {
    /**
     * Longest short message, in words (BIP paper, section 3; its throughput curve steps at 256 bytes), unless the
     * network interface says otherwise: {@link #smallSize}.
     */
    public static final int BIPSMALLSIZE = Capabilities.SHORT_BYTES / 4;

    /** The tag of {@link #send} and {@link #recv}. */
    public static final int DEFAULT_TAG = 0;

    /** The largest tag that a message may have. */
    public static final int MAX_TAG = 1023;

    /**
     * Messages of {@link #smallSize} words that the queue of a tag holds from each sender by default.
     */
    public static final int DEFAULT_QUEUE = 16;

    /** Most messages that {@link Setup#tagInit} takes: a queue of 330 MB from each sender. */
    private static final int QUEUE_MAX = 1 << 20;

    /** The unit of lengths: a word of four bytes. */
    static final TypeLayout WORD = TypeLayout.bytes(4);

    private final RankRuntime runtime;
    private final Job job;
    private final NicPort port;
    private final HostTime time;
    private final ProgressLock lock;
    private final Channel channel;
    private final int smallSize;
    private final QueueCredits credits;
    private final SendSide sends;
    private final ReceiveSide receives;
    private boolean closed;

    /** Settings that have to be known before {@link #init}. */
    public static final class Setup {
        private final Map<Integer, Integer> queueCredits = new HashMap<>();
        private @Nullable ErrorHook hook;

        private Setup() {}

        /**
         * Room in the queue of a tag: {@code nbufs} messages of {@code size} words, or more shorter ones, from each
         * sender, without any receive; one message of {@link Bip#smallSize} words in any case. All nodes must say the
         * same.
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
            RankRuntime runtime = RankRuntime.join(Jobs.of(null), Client.BIP, Threads.AS_OTHERS);
            try {
                return new Bip(this, runtime);
            } catch (PortException e) {
                runtime.leave(Client.BIP);
                throw e;
            }
        }
    }

    /** Starts the settings that precede {@link Setup#init}. */
    public static Setup setup() {
        return new Setup();
    }

    /** Joins the job with queues of the default capacity. */
    public static Bip init() {
        return setup().init();
    }

    private Bip(Setup setup, RankRuntime runtime) {
        this.runtime = runtime;
        job = runtime.job();
        port = runtime.port();
        time = new HostTime(port);
        lock = runtime.lock();
        channel = runtime.channel(Client.BIP, setup.hook);
        smallSize = port.capabilities().shortBytes() / 4;
        SegmentCache cache = new SegmentCache();
        credits = new QueueCredits(channel, job.size(), smallSize, Map.copyOf(setup.queueCredits), cache);
        sends = new SendSide(channel, credits, job.rank(), job.size(), smallSize, cache);
        receives = new ReceiveSide(channel, port.rank(), time, credits, smallSize, cache, this::push);
        checkPort();
        channel.bind(receives);
        runtime.reportBy(Client.BIP, this::outstanding);
        runtime.started();
    }

    /** Short messages are never announced, so the port must always take one in the end. */
    private void checkPort() {
        int window = 2 * TagCredits.cost(smallSize) * CreditWindow.UNIT;
        if (channel.eagerLimit() < 4 * smallSize || port.capabilities().creditWindow() < window) {
            throw new PortException("node " + myNode() + ": BIP needs a port that takes messages of " + 4 * smallSize
                    + " bytes without a rendezvous and a credit window of " + window + " bytes; this one takes "
                    + channel.eagerLimit() + " bytes and has a window of "
                    + port.capabilities().creditWindow());
        }
    }

    /** This node's number, from 0. */
    public int myNode() {
        return job.rank();
    }

    /** The number of nodes in the job. */
    public int numNodes() {
        return job.size();
    }

    /**
     * Longest short message of this job, in words: {@link #BIPSMALLSIZE}, or what the network interface has instead (of
     * a simulated one its constant {@code bip.short}).
     */
    public int smallSize() {
        return smallSize;
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
        lock.enter();
        try {
            return sends.start(dst, tag, buf, length);
        } finally {
            lock.exit();
        }
    }

    /** Waits until a send is complete and its buffer may be used again. */
    public void swait(int id) {
        lock.enter();
        try {
            for (int fruitless = 0; !sends.end(id); ) {
                fruitless = await(fruitless);
            }
        } finally {
            lock.exit();
        }
    }

    /**
     * Tests the last send.
     *
     * @return 1 if it is complete, else 0
     * @throws BipException if the receiver had not posted its receive, or had posted too small a buffer
     */
    public int stest(int id) {
        lock.enter();
        try {
            if (!sends.end(id)) {
                progress();
                if (!sends.end(id)) {
                    time.charge(HostWork.FAILED_TEST);
                    return 0;
                }
            }
            return 1;
        } finally {
            lock.exit();
        }
    }

    /** Sends, and returns when the buffer may be used again. */
    public void tsend(int dst, int tag, int[] buf, int length) {
        swait(tisend(dst, tag, buf, length));
    }

    /** As {@link #tsend}, with the default tag. */
    public void send(int dst, int[] buf, int length) {
        tsend(dst, DEFAULT_TAG, buf, length);
    }

    /** As {@link #tisend}, with the default tag. */
    public int isend(int dst, int[] buf, int length) {
        return tisend(dst, DEFAULT_TAG, buf, length);
    }

    // ---- receiving ---------------------------------------------------------------------------------------------

    /**
     * Posts a receive: for the first message that arrives, or has arrived, with the tag. No other receive may be posted
     * on this tag before it is complete.
     *
     * @return number to wait for with {@link #rwait}: the tag
     */
    public int tirecv(int tag, int[] buf, int maxlength) {
        lock.enter();
        try {
            receives.post(tag, buf, maxlength);
            return tag;
        } finally {
            lock.exit();
        }
    }

    /**
     * Waits for a receive.
     *
     * @return its length in words
     * @throws BipException if the message was longer than the buffer. A short message is gone then: it was received without a
     *     place, and no later receive gets it
     */
    public int rwait(int id) {
        lock.enter();
        try {
            for (int fruitless = 0; ; ) {
                int length = receives.end(id);
                if (length >= 0) {
                    return length;
                }
                fruitless = await(fruitless);
            }
        } finally {
            lock.exit();
        }
    }

    /** Tests a receive: its length in words, or -1 while it is pending. */
    public int rtest(int id) {
        lock.enter();
        try {
            int length = receives.end(id);
            if (length < 0) {
                progress();
                length = receives.end(id);
            }
            if (length < 0) {
                time.charge(HostWork.FAILED_TEST);
            }
            return length;
        } finally {
            lock.exit();
        }
    }

    /** As {@link #rwait}; stores the source in {@code src[0]}. */
    public int rwaitx(int id, int[] src) {
        int length = rwait(id);
        src[0] = receives.source(id);
        return length;
    }

    /** {@link #rtest}, and the source in {@code src[0]} once it is complete. */
    public int rtestx(int id, int[] src) {
        int length = rtest(id);
        if (length >= 0) {
            src[0] = receives.source(id);
        }
        return length;
    }

    /** Receives, and returns the length in words. */
    public int trecv(int tag, int[] buf, int maxlength) {
        return rwait(tirecv(tag, buf, maxlength));
    }

    /** As {@link #trecv}; stores the source in {@code src[0]}. */
    public int trecvx(int tag, int[] buf, int maxlength, int[] src) {
        return rwaitx(tirecv(tag, buf, maxlength), src);
    }

    /** As {@link #trecv}, with the default tag. */
    public int recv(int[] buf, int maxlength) {
        return trecv(DEFAULT_TAG, buf, maxlength);
    }

    /** As {@link #tirecv}, with the default tag. */
    public int irecv(int[] buf, int maxlength) {
        return tirecv(DEFAULT_TAG, buf, maxlength);
    }

    /**
     * Receives a short message that is there already; never a long one.
     *
     * @return its length in words, or -1 if there is none; 0 is a length
     */
    public int tryRecv(int tag, int[] buf, int maxlength) {
        return isShortThere(tag, buf, maxlength) ? trecv(tag, buf, maxlength) : -1;
    }

    private boolean isShortThere(int tag, int[] buf, int maxlength) {
        lock.enter();
        try {
            if (receives.hasShort(tag, buf, maxlength)) {
                return true;
            }
            progress();
            if (receives.hasShort(tag, buf, maxlength)) {
                return true;
            }
            time.charge(HostWork.FAILED_TEST);
            return false;
        } finally {
            lock.exit();
        }
    }

    /** A message in a library buffer. Valid until {@link #tfreemsg}. */
    public record Message(int[] words, int length, int node) {}

    /** Waits for a short message and lends it. It must be freed before the next one of this tag is asked for. */
    public Message tgetmsg(int tag) {
        lock.enter();
        try {
            for (int fruitless = 0; ; ) {
                Message message = receives.lend(tag);
                if (message != null) {
                    return message;
                }
                fruitless = await(fruitless);
            }
        } finally {
            lock.exit();
        }
    }

    /** {@link #tgetmsg} without waiting: null if there is none. */
    public @Nullable Message tryGetmsg(int tag) {
        lock.enter();
        try {
            Message message = receives.lend(tag);
            if (message == null) {
                progress();
                message = receives.lend(tag);
            }
            if (message == null) {
                time.charge(HostWork.FAILED_TEST);
            }
            return message;
        } finally {
            lock.exit();
        }
    }

    /** Gives the message of {@link #tgetmsg} back. */
    public void tfreemsg(int tag) {
        lock.enter();
        try {
            receives.free(tag);
        } finally {
            lock.exit();
        }
    }

    // ---- inside ------------------------------------------------------------------------------------------------

    /** Describes the operations of this node that are under way. */
    private String outstanding() {
        List<String> all = new ArrayList<>(receives.outstanding());
        all.addAll(sends.outstanding());
        return String.join("; ", all);
    }

    private boolean progress() {
        boolean moved = channel.progress() > 0;
        return push() > 0 || moved;
    }

    /** Sends what waits for credits or room, also in rounds of progress that others make. */
    private int push() {
        credits.returnOwed();
        return sends.goOn() ? 1 : 0;
    }

    /**
     * A round of a wait, under the lock, which other threads have between two rounds. Takes and returns the fruitless
     * ones in a row.
     */
    private int await(int fruitless) {
        if (!lock.isAlone()) {
            boolean fruitful = progress();
            lock.exit();
            try {
                return lock.takeTurns(fruitful, fruitless);
            } finally {
                lock.enter();
            }
        }
        lock.guard().check();
        if (credits.isOwing() || sends.isBlocked()) {
            return Waiting.after(progress(), fruitless, port);
        }
        int after = channel.await(fruitless);
        credits.returnOwed();
        return after;
    }

    /**
     * Leaves BIP, after what was sent has gone out. Messages that were not received are dropped. BIP may be initialised again. What
     * is closed already stays so.
     *
     * @throws BipException if the receiver of a pending send refuses it; the job is left nevertheless
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (sends.isPending()) {
                swait(sends.last());
            }
        } finally {
            leave();
        }
    }

    private void leave() {
        lock.enter();
        try {
            for (int fruitless = 0; !channel.mayEnd(); ) {
                fruitless = await(fruitless);
            }
            runtime.leave(Client.BIP);
        } finally {
            lock.exit();
        }
    }
}
