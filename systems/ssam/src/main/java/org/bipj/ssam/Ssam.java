package org.bipj.ssam;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.CellDevice;
import org.bipj.core.nic.CellTraps;
import org.bipj.core.nic.NicPort;
import org.bipj.core.report.WaitReport;
import org.bipj.core.runtime.Client;
import org.bipj.core.runtime.RankRuntime;
import org.bipj.core.runtime.Threads;

/**
 * SSAM of one rank: active messages of one ATM cell.
 *
 * <pre>{@code
 * try (Ssam ssam = Ssam.init()) {
 *     ssam.requestHandler(1, (from, data, reply) -> { reply.set(JAVA_LONG_UNALIGNED, 0, 42); return 2; });
 *     ssam.replyHandler(2, (from, data) -> sum += data.get(JAVA_LONG_UNALIGNED, 0));
 *     ssam.data(peer).set(JAVA_LONG_UNALIGNED, 0, key);      written in place
 *     ssam.request(peer, 1);                                 sends, and polls
 *     ssam.settle();                                         waits until all requests are answered
 * }
 * }</pre>
 *
 * <p>Requests of a rank to a peer are handled once each, in the order in which they were sent, although cells may be lost
 * or damaged. Handlers run inside calls that poll. A request's handler may reply, once, and sends nothing else; a reply's
 * handler sends nothing (SSAM paper, section 2.3).
 *
 * <p>All ranks register the same handlers before the first request. {@link #close} is collective.
 *
 * <p>SSAM needs hosts with an ATM network interface, which the simulator has: {@code --mode sim --platform ss20-atm}. Only
 * the thread that has opened it may call it.
 */
public final class Ssam implements AutoCloseable {
    /** Bytes of data of a request or reply. */
    public static final int DATA = Format.DATA;

    /** Handlers have smaller numbers; those of requests and of replies are numbered apart. */
    public static final int HANDLERS = 256;

    /** Most requests to a peer that may be outstanding. */
    public static final int MAX_WINDOW = 500;

    /** How many bytes of pinned memory a cell's buffer takes. */
    private static final int PINNED = 64;
    /** The handler of the last request of a rank to each other one. */
    private static final int GOODBYE = HANDLERS;
    /** The handler of the request that opens a long message, and of its reply. */
    private static final int OPEN = HANDLERS + 1;
    /** Times that requests are sent again without an answer before the peer counts as unreachable. */
    private static final int TRIES = 100;
    /**
     * Times that a goodbye is sent again to a peer that has said its own. A peer that does not answer has left, unless all
     * of them were lost; at a loss of half of all cells that has a probability of 2^-40.
     */
    private static final int GOODBYE_TRIES = 40;

    private final RankRuntime runtime;
    private final NicPort port;
    private final CellTraps traps;
    private final CellDevice device;
    private final int window;
    private final int acknowledge;
    private final long timeoutNs;
    /** By rank: the connection to it; null for this rank. */
    private final Connection[] connections;
    /** Connections on which an acknowledgement is owed. */
    private final List<Connection> owing = new ArrayList<>();

    private final LongCellMessages longMessages;
    private final int acknowledgementBuffer;
    /** By receive buffer: the data of the cell in it. */
    private final MemorySegment[] receivedData;

    private final RequestHandler[] requestHandlers = new RequestHandler[HANDLERS];
    private final ReplyHandler[] replyHandlers = new ReplyHandler[HANDLERS];
    private boolean handling;
    /** This rank needs nothing more, and waits for the others to close. */
    private boolean closing;

    private boolean closed;
    private int outstanding;

    private long requests;
    private long replies;
    private long acknowledgements;
    private long again;
    private long duplicates;
    private long gaps;

    /** Settings that have to be known before {@link #init}. */
    public static final class Setup {
        private int window;
        private int acknowledge;

        private Setup() {}

        /**
         * Sets how many requests to a peer may be outstanding, 1 to {@link #MAX_WINDOW}; the same on all ranks. Default: the
         * platform's.
         */
        public Setup window(int requests) {
            if (requests < 1 || requests > MAX_WINDOW) {
                throw new IllegalArgumentException("window " + requests + ": expected 1 to " + MAX_WINDOW);
            }
            window = requests;
            return this;
        }

        /** Sets after how many requests without a reply an acknowledgement leaves, 1 or more. Default: the platform's. */
        public Setup acknowledge(int requests) {
            if (requests < 1) {
                throw new IllegalArgumentException("acknowledge " + requests + ": expected 1 or more");
            }
            acknowledge = requests;
            return this;
        }

        /**
         * Joins the job.
         *
         * @throws SsamException if the job's hosts have no ATM network interfaces
         */
        public Ssam init() {
            Job job = Jobs.of(null);
            RankRuntime runtime = RankRuntime.join(job, Client.SSAM, Threads.AS_OTHERS);
            try {
                return new Ssam(runtime, this);
            } catch (RuntimeException e) {
                runtime.leave(Client.SSAM);
                throw e;
            }
        }
    }

    /** Starts with settings that can be changed until {@link Setup#init}. */
    public static Setup setup() {
        return new Setup();
    }

    /** Joins the job with settings for the usual case. */
    public static Ssam init() {
        return setup().init();
    }

    private Ssam(RankRuntime runtime, Setup setup) {
        this.runtime = runtime;
        port = runtime.port();
        traps = port.cellTraps();
        if (traps == null) {
            throw new SsamException(
                    "rank " + port.rank()
                            + ": SSAM needs hosts with an ATM network interface; expected mpirun --mode sim --platform ss20-atm");
        }
        CellTraps.Settings settings = traps.settings();
        window = setup.window == 0 ? settings.window() : setup.window;
        acknowledge = Math.min(window, setup.acknowledge == 0 ? settings.acknowledge() : setup.acknowledge);
        timeoutNs = settings.timeoutNs();
        int peers = port.size() - 1;
        acknowledgementBuffer = 2 * window * peers;
        receivedData = new MemorySegment[Math.max(CellDevice.BATCH, 2 * window * peers) + settings.longWindow()];
        int longBuffer = acknowledgementBuffer + 1;
        device = traps.open(longBuffer + 1, receivedData.length);
        for (int slot = 0; slot < receivedData.length; slot++) {
            receivedData[slot] = data(device.received(slot));
        }
        connections = new Connection[port.size()];
        int buffer = 0;
        for (int peer = 0; peer < connections.length; peer++) {
            if (peer != port.rank()) {
                connections[peer] = new Connection(device, peer, window, buffer);
                buffer += 2 * window;
            }
        }
        longMessages = new LongCellMessages(this, device, traps, window, longBuffer);
        runtime.reportBy(Client.SSAM, this::waitsFor);
        runtime.started();
    }

    private String waitsFor() {
        if (outstanding > 0) {
            return "SSAM: answers to requests ("
                    + Stream.of(connections)
                            .filter(each -> each != null && each.out.outstanding() > 0)
                            .map(each -> each.out.outstanding() + " to rank " + each.peer)
                            .collect(Collectors.joining(", "))
                    + ")";
        }
        String end = longMessages.waitsFor();
        if (!end.isEmpty()) {
            return "SSAM: " + end;
        }
        return closing
                ? "SSAM: the close of all ranks, for "
                        + WaitReport.ranks(Stream.of(connections)
                                .filter(each -> each != null && !each.said)
                                .map(each -> each.peer)
                                .toList())
                : "SSAM: an active message";
    }

    // ---- what there is -----------------------------------------------------------------------------------------

    /** This rank's number, from 0. */
    public int rank() {
        return port.rank();
    }

    /** The number of ranks in the job. */
    public int size() {
        return port.size();
    }

    /** Requests to a peer that may be outstanding. */
    public int window() {
        return window;
    }

    /** Bytes that the kernel has pinned for each connection: four windows of cells (SSAM paper, section 3.3). */
    public int pinnedPerConnection() {
        return 4 * window * PINNED;
    }

    /** Nanoseconds since some moment in the past, in the job's time. */
    public long now() {
        return port.now();
    }

    /** Counts of what has been sent and received so far. */
    public Statistics statistics() {
        return new Statistics(requests, replies, acknowledgements, again, duplicates, gaps, device.damaged());
    }

    /** Sets the handler of requests with a number, 0 to {@link #HANDLERS} - 1. */
    public void requestHandler(int number, RequestHandler handler) {
        requestHandlers[checkHandler(number)] = handler;
    }

    /** Sets the handler of replies with a number, 0 to {@link #HANDLERS} - 1. */
    public void replyHandler(int number, ReplyHandler handler) {
        replyHandlers[checkHandler(number)] = handler;
    }

    /** Sets the handler of long messages with a number, 0 to {@link #HANDLERS} - 1. */
    public void longHandler(int number, LongHandler handler) {
        longMessages.handler(checkHandler(number), handler);
    }

    /**
     * Exposes memory, to which long messages of all ranks may write until other memory, or null, takes its number. A
     * message that has begun ends where it began.
     *
     * @param number 0 to {@link #HANDLERS} - 1
     * @param memory writable memory; null: the number stands for none
     */
    public void expose(int number, MemorySegment memory) {
        if (number < 0 || number >= HANDLERS) {
            throw new SsamException(
                    "rank " + rank() + ": exposed memory " + number + "; expected 0 to " + (HANDLERS - 1));
        }
        if (memory != null && memory.isReadOnly()) {
            throw new SsamException("rank " + rank() + ": exposed memory " + number + " is read-only");
        }
        longMessages.expose(number, memory);
    }

    // ---- sending -----------------------------------------------------------------------------------------------

    /**
     * The data of the next request to a rank, to be written in place; its contents are undefined before. Waits, and polls,
     * while a window of requests to that rank is outstanding.
     *
     * @throws SsamException if the rank does not answer
     */
    public MemorySegment data(int to) {
        Connection connection = connection(to);
        while (connection.out.isFull()) {
            pollOrWait();
        }
        return connection.requestData[connection.slot(connection.out.next())];
    }

    /**
     * Sends the request whose data were written last ({@link #data}), and polls. Waits as {@link #data} does.
     *
     * @param to destination rank, not this one
     * @param handler number of the request's handler there
     */
    public void request(int to, int handler) {
        send(connection(to), checkHandler(handler));
    }

    /**
     * Sends a long message: data to memory that the receiver has {@linkplain #expose exposed}. Waits, and polls, until all
     * data are there and the receiver's handler has run. Requests sent before are handled before the handler runs.
     *
     * <p>Its cells carry 44 bytes. They leave within a larger window, if the receiver grants it; it does so to one sender
     * at a time.
     *
     * @param to destination rank, not this one
     * @param handler number of the long message's handler there
     * @param exposed number of the memory there
     * @param offset where the data begin in that memory, in bytes
     * @param data at most 2^31 cells
     * @throws SsamException if the receiver refuses the place or the handler, or does not answer
     */
    public void sendLong(int to, int handler, int exposed, long offset, MemorySegment data) {
        Connection connection = connection(to);
        checkHandler(handler);
        if (exposed < 0 || exposed >= HANDLERS) {
            throw new SsamException(
                    "rank " + rank() + ": memory " + exposed + " of rank " + to + "; expected 0 to " + (HANDLERS - 1));
        }
        longMessages.send(connection, handler, exposed, offset, data);
    }

    /** Sends the request that opens a long message. */
    void open(Connection connection) {
        send(connection, OPEN);
    }

    /** Sends a cell of a long message, and polls. */
    void writeRead(Connection connection, int buffer) {
        handle(device.writeRead(connection.circuit, buffer));
    }

    private void send(Connection connection, int handler) {
        while (connection.out.isFull()) {
            pollOrWait();
        }
        traps.charge(CellTraps.Work.FORMAT);
        long number = connection.out.send(port.now());
        outstanding++;
        requests++;
        MemorySegment cell = connection.request(number);
        Format.write(cell, Format.REQUEST, number, 0, handler);
        IncomingRequests in = connection.in;
        if (in.owed() > 0) {
            Format.answer(cell, in.expected(), in.owed());
            in.acknowledged();
            owing.remove(connection);
        }
        handle(device.writeRead(connection.circuit, connection.requestBuffer(number)));
    }

    // ---- progress ----------------------------------------------------------------------------------------------

    /**
     * Handles what has arrived: one read trap. If nothing has, acknowledgements that are owed leave, and requests that have
     * waited too long are sent again.
     *
     * @return number of cells
     */
    public int poll() {
        checkOpen();
        int cells = device.read();
        handle(cells);
        if (cells == 0) {
            acknowledgeAll();
            sendAgain();
        }
        return cells;
    }

    /** {@link #poll}, and if nothing has arrived a wait until something does. */
    public void pollOrWait() {
        if (poll() == 0) {
            device.await(dueAt());
        }
    }

    /** Waits, and polls, until all requests of this rank are answered. */
    public void settle() {
        checkOpen();
        while (outstanding > 0) {
            pollOrWait();
        }
    }

    private void handle(int cells) {
        for (int i = 0; i < cells; i++) {
            int slot = device.slot(i);
            MemorySegment cell = device.received(slot);
            Connection connection = connections[device.sender(slot)];
            traps.charge(CellTraps.Work.FLOW);
            switch (Format.kind(cell)) {
                case Format.REQUEST -> onRequest(connection, cell, receivedData[slot]);
                case Format.REPLY -> onReply(connection, cell, receivedData[slot]);
                case Format.ACKNOWLEDGE -> onAcknowledgement(connection, cell);
                default -> longMessages.onCell(connection, cell);
            }
        }
    }

    private void onRequest(Connection connection, MemorySegment cell, MemorySegment data) {
        if (Format.run(cell) > 0) {
            onAnswer(connection, Format.answeredNumber(cell), Format.run(cell));
        }
        IncomingRequests in = connection.in;
        long number = Format.near(Format.number(cell), in.expected());
        if (number > in.expected()) {
            gaps++;
        } else if (number < in.expected()) {
            duplicates++;
            answerAgain(connection, number);
        } else {
            run(connection, number, Format.handlerOf(cell), data);
        }
    }

    private void run(Connection connection, long number, int handler, MemorySegment data) {
        traps.charge(CellTraps.Work.DISPATCH);
        IncomingRequests in = connection.in;
        int reply = RequestHandler.NO_REPLY;
        if (handler == GOODBYE) {
            connection.said = true;
        } else if (handler == OPEN) {
            longMessages.onOpen(connection, data, connection.replyData[connection.slot(number)]);
            reply = OPEN;
        } else {
            reply = call(connection, handler, data, connection.replyData[connection.slot(number)]);
        }
        int owed = in.owed();
        in.handled(reply != RequestHandler.NO_REPLY);
        if (reply != RequestHandler.NO_REPLY) {
            owing.remove(connection);
            Format.write(connection.reply(number), Format.REPLY, number, owed, reply);
            replies++;
            device.write(connection.circuit, connection.replyBuffer(number));
        } else if (in.owed() >= acknowledge) {
            acknowledge(connection);
        } else if (in.owed() == 1) {
            owing.add(connection);
        }
    }

    private int call(Connection connection, int number, MemorySegment data, MemorySegment reply) {
        RequestHandler handler = requestHandlers[number];
        if (handler == null) {
            throw new SsamException("rank " + rank() + ": rank " + connection.peer + " has sent a request for handler "
                    + number + ", which this rank has not set");
        }
        handling = true;
        int answer;
        try {
            answer = handler.handle(connection.peer, data, reply);
        } finally {
            handling = false;
        }
        if (answer < RequestHandler.NO_REPLY || answer >= HANDLERS) {
            throw new SsamException("rank " + rank() + ": request handler " + number + " returned " + answer
                    + "; expected NO_REPLY, or the number of a reply handler, 0 to " + (HANDLERS - 1));
        }
        return answer;
    }

    private void onReply(Connection connection, MemorySegment cell, MemorySegment data) {
        long number = Format.near(Format.number(cell), connection.out.answered());
        if (!answered(connection, number - Format.run(cell), number + 1)) {
            return;
        }
        traps.charge(CellTraps.Work.DISPATCH_REPLY);
        int handler = Format.handlerOf(cell);
        if (handler == OPEN) {
            longMessages.onReply(connection.peer, data);
            return;
        }
        if (replyHandlers[handler] == null) {
            throw new SsamException("rank " + rank() + ": rank " + connection.peer + " has replied to handler "
                    + handler + ", which this rank has not set");
        }
        handling = true;
        try {
            replyHandlers[handler].handle(connection.peer, data);
        } finally {
            handling = false;
        }
    }

    private void onAcknowledgement(Connection connection, MemorySegment cell) {
        int what = Format.handlerOf(cell);
        if (what == 0) {
            onAnswer(connection, Format.number(cell), Format.run(cell));
        } else {
            longMessages.onAcknowledgement(connection, Format.number(cell), what == Format.LONG_GAP, port.now());
        }
    }

    /** Runs the handler of a long message. */
    void call(LongHandler handler, int from, MemorySegment data) {
        handling = true;
        try {
            handler.handle(from, data);
        } finally {
            handling = false;
        }
    }

    private void onAnswer(Connection connection, int number, int run) {
        long to = Format.near(number, connection.out.answered());
        answered(connection, to - run, to);
    }

    /** An answer has come. Returns true if it is new. */
    private boolean answered(Connection connection, long from, long to) {
        OutgoingRequests out = connection.out;
        int before = out.outstanding();
        int verdict = out.answer(from, to, port.now());
        if (verdict == OutgoingRequests.GAP) {
            gaps++;
        }
        if (verdict != OutgoingRequests.NEW) {
            return false;
        }
        outstanding -= before - out.outstanding();
        connection.tries = 0;
        return true;
    }

    // ---- answers and retransmission ----------------------------------------------------------------------------

    private void acknowledge(Connection connection) {
        IncomingRequests in = connection.in;
        owing.remove(connection);
        write(connection, in.expected(), in.owed(), 0);
        in.acknowledged();
        acknowledgements++;
    }

    private void acknowledgeAll() {
        while (!owing.isEmpty()) {
            acknowledge(owing.getLast());
        }
        longMessages.acknowledgeAll();
    }

    /** Acknowledges the cells of long messages before one. */
    void acknowledgeLong(Connection connection, long number, int what) {
        write(connection, number, 0, what);
        acknowledgements++;
    }

    void countAgain() {
        again++;
    }

    void countGap() {
        gaps++;
    }

    void countDuplicate() {
        duplicates++;
    }

    /** A request has come again: its answer was lost, or is late. */
    private void answerAgain(Connection connection, long number) {
        IncomingRequests in = connection.in;
        if (in.expected() - number > window) {
            return;
        }
        again++;
        if (in.isReplied(number)) {
            MemorySegment reply = connection.reply(number);
            Format.write(reply, Format.REPLY, number, (int) (number - in.runBefore(number)), Format.handlerOf(reply));
            device.write(connection.circuit, connection.replyBuffer(number));
            return;
        }
        long to = in.runFrom(number);
        if (to == in.expected() && in.owed() > 0) {
            owing.remove(connection);
            in.acknowledged();
        }
        write(connection, to, (int) (to - in.runBefore(number)), 0);
    }

    private void write(Connection connection, long number, int run, int handler) {
        MemorySegment cell = device.transmit(acknowledgementBuffer);
        Format.write(cell, Format.ACKNOWLEDGE, number, run, handler);
        device.write(connection.circuit, acknowledgementBuffer);
    }

    private long dueAt() {
        long due = longMessages.dueAt(timeoutNs);
        if (outstanding > 0) {
            for (Connection connection : connections) {
                if (connection != null) {
                    due = Math.min(due, connection.out.dueAt(timeoutNs));
                }
            }
        }
        return due;
    }

    private void sendAgain() {
        if (longMessages.dueAt(timeoutNs) < Long.MAX_VALUE) {
            longMessages.sendAgain(port.now(), timeoutNs, TRIES);
        }
        if (outstanding == 0) {
            return;
        }
        long now = port.now();
        for (Connection connection : connections) {
            if (connection == null || connection.out.dueAt(timeoutNs) > now) {
                continue;
            }
            if (++connection.tries > TRIES) {
                throw new SsamException("rank " + rank() + ": rank " + connection.peer + " has not answered "
                        + connection.out.outstanding() + " requests, which were sent " + TRIES + " times more");
            }
            OutgoingRequests out = connection.out;
            for (long number = out.answered(); number < out.next(); number++) {
                again++;
                // An answer that it carried may be so old that its number stands for a later request now.
                Format.withoutAnswer(connection.request(number));
                device.write(connection.circuit, connection.requestBuffer(number));
            }
            out.again(port.now());
        }
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /**
     * Leaves the job. Waits until all requests are answered and all other ranks close too, and handles their requests
     * meanwhile.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        checkCaller();
        try {
            settle();
            closing = true;
            for (Connection connection : connections) {
                if (connection != null) {
                    send(connection, GOODBYE);
                }
            }
            while (!mayLeave()) {
                pollOrWait();
            }
            acknowledgeAll();
        } finally {
            closed = true;
            device.close();
            runtime.leave(Client.SSAM);
        }
    }

    /** A peer that has said goodbye and no longer answers has left: it leaves only when it has this rank's goodbye. */
    private boolean mayLeave() {
        for (Connection connection : connections) {
            if (connection != null
                    && !(connection.said && (connection.out.outstanding() == 0 || connection.tries >= GOODBYE_TRIES))) {
                return false;
            }
        }
        return true;
    }

    // ---- checks ------------------------------------------------------------------------------------------------

    private static MemorySegment data(MemorySegment cell) {
        return cell.asSlice(Format.DATA_AT, Format.DATA);
    }

    private Connection connection(int to) {
        checkOpen();
        if (to < 0 || to >= connections.length || connections[to] == null) {
            throw new SsamException("rank " + rank() + ": a request to rank " + to + "; expected another rank, 0 to "
                    + (connections.length - 1));
        }
        return connections[to];
    }

    private int checkHandler(int number) {
        if (number < 0 || number >= HANDLERS) {
            throw new SsamException("rank " + rank() + ": handler " + number + "; expected 0 to " + (HANDLERS - 1));
        }
        return number;
    }

    private void checkOpen() {
        if (closed) {
            throw new SsamException("rank " + rank() + ": SSAM is closed");
        }
        checkCaller();
    }

    private void checkCaller() {
        if (handling) {
            throw new SsamException(
                    "rank " + rank() + ": a handler polls or sends; expected only its reply, by its return value");
        }
    }
}
