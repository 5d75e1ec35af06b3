package org.bipj.am2;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.bipj.am2.channel.BulkSink;
import org.bipj.core.nic.EndpointMessage;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.Endpoints;

/** The receiving side of an endpoint: checks, handlers, and credits of requests without a reply. */
final class ReceivingSide implements BulkSink {
    private final AmEndpoint owner;
    private final AmCore core;
    private final Backlog backlog;
    /** The one that handlers of this rank get. */
    private final Message message;

    private final HandlerTable handlers;
    private final IncomingTransfers transfers = new IncomingTransfers();
    /** Set right after the endpoint is opened, which needs its sink. */
    private SendingSide sender;

    private OwedCredits owed;

    private MemorySegment segment = MemorySegment.NULL;

    long requestsReceived;
    long repliesReceived;
    long returned;
    long refused;
    long bytesReceived;

    ReceivingSide(AmEndpoint owner, AmCore core, Backlog backlog, Message message, HandlerTable handlers) {
        this.owner = owner;
        this.core = core;
        this.backlog = backlog;
        this.message = message;
        this.handlers = handlers;
    }

    void sendBy(SendingSide value) {
        sender = value;
        owed = new OwedCredits(value);
    }

    @Override
    public MemorySegment segment() {
        return segment;
    }

    void setSegment(MemorySegment value) {
        segment = value;
    }

    void dropRequests() {
        transfers.dropRequests();
    }

    // ---- messages ----------------------------------------------------------------------------------------------

    @Override
    public int onMessage(EndpointMessage received) {
        boolean request = received.kind() == Endpoints.REQUEST;
        long header = received.header();
        int category = Header.category(header);
        if (request) {
            if (!sender.canReply()) {
                return NOT_NOW;
            }
        } else if (category != Header.BULK) {
            sender.credit(received.peer(), Header.credits(header));
            if (category == Header.CREDITS) {
                return DONE;
            }
        }
        message.set(owner, received);
        if (category > Header.MEDIUM && category != Header.WHOLE) {
            return category == Header.BULK ? onPiece() : onGet();
        }
        Handler handler = handlers.get(message.handler());
        return handler == null ? refuse(Status.BAD_HANDLER, header, message.from()) : run(handler);
    }

    private int refuse(Status status, long header, long from) {
        refused++;
        if (core.answersEach()) {
            throw new AmException(
                    AmException.Code.RESOURCE,
                    status,
                    "rank " + core.rank() + ": a message for handler " + Header.handler(header) + " from rank "
                            + EndpointName.rank(from) + " cannot be taken: " + status + " (" + status.code() + "); "
                            + core.restriction().name() + " returns no messages");
        }
        return status.refusal();
    }

    private int run(Handler handler) {
        if (message.isRequest()) {
            requestsReceived++;
        } else {
            repliesReceived++;
        }
        bytesReceived += message.length();
        begin();
        try {
            handler.handle(message);
        } catch (Throwable t) {
            core.failed(t);
        } finally {
            end();
        }
        if (message.isUnanswered()) {
            if (core.answersEach()) {
                sender.commitEmptyReply(message.from(), 1);
            } else {
                owe(message.from());
            }
        }
        return DONE;
    }

    private void begin() {
        core.beginHandler(message.header());
        message.setLive(true);
    }

    private void end() {
        core.endHandler();
        message.setLive(false);
    }

    @Override
    public boolean takesBulk(long header, long offset, long bytes) {
        return problemOf(Header.handler(header), offset, bytes) == null;
    }

    @Override
    public int onBulk(int kind, long from, long header, long offset, long bytes) {
        Status problem = problemOf(Header.handler(header), offset, bytes);
        if (problem == null) {
            return DONE;
        }
        if (kind == Endpoints.REPLY) {
            // The request is answered all the same.
            sender.credit(from, Header.credits(header));
        }
        return refuse(problem, header, from);
    }

    private int onPiece() {
        MemorySegment data = message.data();
        long at = message.dataOffset();
        long offset = data.get(JAVA_LONG, at);
        long total = data.get(JAVA_LONG, at + 8);
        long position = data.get(JAVA_LONG, at + 16);
        long piece = message.length() - Header.PREFIX;
        Status problem = problemOf(message.handler(), offset, total);
        if (problem == null && (position < 0 || piece < 0 || position > total - piece)) {
            problem = Status.BAD_ARGUMENTS;
        }
        if (piece < total && transfers.isDropped(message.from(), message.transfer())) {
            problem = Status.BAD_TAG;
        }
        if (problem == null) {
            MemorySegment.copy(data, at + Header.PREFIX, segment, offset + position, piece);
        }
        int state = piece >= total
                ? problem == null ? IncomingTransfers.COMPLETE : IncomingTransfers.FAILED
                : transfers.add(message.isRequest(), message.from(), message.transfer(), total, piece, problem != null);
        if (state != IncomingTransfers.INCOMPLETE && !message.isRequest()) {
            sender.credit(message.from(), message.credits());
        }
        if (state == IncomingTransfers.COMPLETE) {
            message.setData(segment, offset, total);
            run(handlers.get(message.handler()));
        } else if (problem == null && message.isRequest() && core.answersEach()) {
            // A piece takes a credit of the network, and none of the window.
            sender.commitEmptyReply(message.from(), 0);
        }
        return problem == null ? DONE : refuse(problem, message.header(), message.from());
    }

    private Status problemOf(int handler, long offset, long bytes) {
        if (handlers.get(handler) == null) {
            return Status.BAD_HANDLER;
        }
        return isWritable() ? problemOf(offset, bytes) : Status.BAD_SEGMENT_OFFSET;
    }

    /** Checks that the answer to a request for data can be taken. */
    void checkReader(int handler) {
        Status problem = problemOf(handler, 0, 0);
        if (problem != null) {
            throw new AmException(
                    AmException.Code.RESOURCE,
                    problem,
                    "rank " + core.rank() + ": data are to be read for handler " + handler
                            + (problem == Status.BAD_HANDLER
                                    ? ", which is not registered; expected setHandler before"
                                    : " into a segment of no bytes, or that cannot be written to; expected setSegment"
                                            + " before"));
        }
    }

    private boolean isWritable() {
        return !segment.isReadOnly() && segment.scope().isAlive();
    }

    private Status problemOf(long offset, long bytes) {
        if (offset < 0 || offset > segment.byteSize() || segment.byteSize() == 0) {
            return Status.BAD_SEGMENT_OFFSET;
        }
        return bytes < 0 || bytes > segment.byteSize() - offset ? Status.BAD_LENGTH : null;
    }

    private int onGet() {
        MemorySegment data = message.data();
        long at = message.dataOffset();
        long from = data.get(JAVA_LONG, at);
        long to = data.get(JAVA_LONG, at + 8);
        long bytes = data.get(JAVA_LONG, at + 16);
        Status problem = segment.scope().isAlive() ? problemOf(from, bytes) : Status.BAD_SEGMENT_OFFSET;
        if (problem != null) {
            return refuse(problem, message.header(), message.from());
        }
        requestsReceived++;
        OutgoingTransfer reply = sender.reply;
        reply.source.set(segment, from, bytes, AmCore.BYTE);
        reply.wordCount = message.argumentCount();
        for (int i = 0; i < reply.wordCount; i++) {
            reply.words[i] = message.argument(i);
        }
        sender.beginReplyOfSegment(message.from(), message.handler(), 1 + takeOwed(message.from()), to, bytes);
        if (!sender.push(reply)) {
            backlog.hold(sender);
        }
        return DONE;
    }

    @Override
    public void onReturned(EndpointMessage own, int reason) {
        boolean request = own.kind() == Endpoints.REQUEST;
        int category = Header.category(own.header());
        if (category == Header.CREDITS
                || category == Header.BULK && !sender.isFirstReturned(Header.transfer(own.header()))) {
            return;
        }
        returned++;
        if (request) {
            sender.credit(own.peer(), 1);
        }
        message.set(owner, own);
        message.setReturned();
        begin();
        try {
            handlers.returned().returned(Status.of(reason), Opcode.of(!request, category), message);
        } catch (Throwable t) {
            core.failed(t);
        } finally {
            end();
        }
    }

    // ---- credits -----------------------------------------------------------------------------------------------

    private void owe(long to) {
        owed.add(to);
        backlog.owe(owed);
    }

    /** Credits that a reply to an endpoint can return. */
    int takeOwed(long to) {
        return owed.take(to, Header.MAX_CREDITS - 1);
    }

    OwedCredits owed() {
        return owed;
    }

    /** Returns credits; false if some could not go now. */
    boolean payCredits() {
        return owed.pay();
    }
}
