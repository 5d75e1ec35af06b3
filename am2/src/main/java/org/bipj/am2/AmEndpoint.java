package org.bipj.am2;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.bipj.am2.AmException.Code;
import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.payload.Payload;

/**
 * An endpoint: a name that others send to, a tag, handlers, a table of the endpoints that it sends to, and a segment for
 * bulk messages. It is used under the rules of its {@linkplain BundleMode bundle}.
 *
 * <p>Requests are answered by replies or by credits; a request of an endpoint that has as many outstanding as its window
 * waits, and runs handlers of its bundle meanwhile. Messages keep no order. A message runs its handler at most once; one
 * that came back for any reason but {@link Status#UNREACHABLE} has run none.
 */
public final class AmEndpoint implements AutoCloseable {
    private final AmCore core;
    private final Backlog backlog;
    private final Endpoint queues;
    private final TranslationTable table;
    private final HandlerTable handlers;
    private final SendingSide sender;
    private final ReceivingSide receiver;
    private Bundle bundle;
    private long tag;
    private boolean closed;

    AmEndpoint(AmCore core, Backlog backlog, Message message, Bundle bundle) {
        this.core = core;
        this.backlog = backlog;
        this.bundle = bundle;
        table = new TranslationTable(core.rank());
        handlers = new HandlerTable(core.rank());
        receiver = new ReceivingSide(this, core, backlog, message, handlers);
        queues = core.network().open(bundle.group(), receiver);
        sender = new SendingSide(core, queues, table);
        receiver.sendBy(sender);
    }

    SendingSide sender() {
        return sender;
    }

    ReceivingSide receiver() {
        return receiver;
    }

    private void enter() {
        core.enter();
        if (closed) {
            core.exit();
            throw new AmException(Code.BAD_ARGUMENT, "rank " + core.rank() + ": endpoint " + name() + " is freed");
        }
    }

    /** The name by which endpoints of other ranks address this one. */
    public EndpointName name() {
        return EndpointName.of(queues.name());
    }

    /** The bundle that this endpoint belongs to. */
    public Bundle bundle() {
        return bundle;
    }

    // ---- tag, segment, resources -------------------------------------------------------------------------------

    /**
     * Sets the tag that requests must carry (AM_SetTag): {@link ActiveMessages#NO_TAG}, which a new endpoint has, accepts
     * none, {@link ActiveMessages#ANY_TAG} all. Others come back to their senders. Requests that have come already stay; a
     * bulk request of which some pieces are missing comes back, also if the endpoint gets its old tag again.
     */
    public void setTag(long value) {
        enter();
        try {
            core.checkTag(value);
            if (value != tag) {
                receiver.dropRequests();
            }
            tag = value;
            queues.setTag(value);
        } finally {
            core.exit();
        }
    }

    /** The tag that messages to this endpoint have to carry (AM_GetTag). */
    public long tag() {
        return tag;
    }

    /**
     * Names the memory into which bulk messages go (AM_SetSeg); offsets count from its first byte.
     *
     * @throws AmException (BAD_ARGUMENT) for memory of a closed arena, or of a confined one if another thread may call, too
     */
    public void setSegment(MemorySegment memory) {
        Objects.requireNonNull(memory, "segment");
        enter();
        try {
            if (!memory.scope().isAlive()) {
                throw new AmException(
                        Code.BAD_ARGUMENT,
                        "rank " + core.rank() + ": the segment is memory of an arena that is closed");
            }
            if (!memory.isAccessibleBy(Thread.currentThread())
                    || !core.lock().isAlone() && !Payload.isForAllThreads(memory)) {
                throw confined("segment");
            }
            receiver.setSegment(memory);
        } finally {
            core.exit();
        }
    }

    /** The segment (AM_GetSeg); of no bytes where none was named. */
    public MemorySegment segment() {
        return receiver.segment();
    }

    /**
     * Says how many requests may be outstanding at a time (AM_SetExpectedResources; K_user of the papers, 4 unless said
     * otherwise). It counts what this endpoint has sent and what is neither answered nor has come back, to all destinations
     * together: short and medium requests, gets, and bulk requests, each as one whatever its length. Replies, and requests of
     * others, do not count; the receive queue of an endpoint does not grow with it.
     *
     * @param requests 1 to {@link ActiveMessages#MAX_WINDOW}
     * @throws AmException (IN_USE) while requests are outstanding
     */
    public void setExpectedResources(int requests) {
        enter();
        try {
            if (requests < 1 || requests > ActiveMessages.MAX_WINDOW) {
                throw bad("outstanding requests", requests, 1, ActiveMessages.MAX_WINDOW);
            }
            Endpoints.Restriction restriction = core.restriction();
            if (restriction != null && requests > restriction.window()) {
                throw new AmException(
                        Code.RESOURCE,
                        "rank " + core.rank() + ": outstanding requests " + requests + "; " + restriction.name()
                                + " has credits for " + restriction.window() + " requests to one destination");
            }
            if (sender.outstanding() > 0) {
                throw new AmException(
                        Code.IN_USE,
                        "rank " + core.rank() + ": " + sender.outstanding()
                                + " requests are outstanding; expected none while the number of them is set");
            }
            sender.setWindow(requests);
        } finally {
            core.exit();
        }
    }

    /** How many requests of this endpoint may be outstanding at once. */
    public int expectedResources() {
        return sender.window();
    }

    /** How many requests of this endpoint have not been answered yet. */
    public int outstanding() {
        return sender.outstanding();
    }

    /** Counts of what the endpoint has sent and received. */
    public Statistics statistics() {
        return new Statistics(
                sender.requestsSent,
                sender.repliesSent,
                receiver.requestsReceived,
                receiver.repliesReceived,
                sender.creditsSent,
                receiver.returned,
                receiver.refused,
                queues.sentAgain(),
                sender.bytesSent,
                receiver.bytesReceived,
                sender.outstanding());
    }

    private AmException bad(String what, long value, long least, long most) {
        return new AmException(
                Code.BAD_ARGUMENT,
                "rank " + core.rank() + ": " + what + " " + value + "; expected " + least + " to " + most);
    }

    private AmException confined(String what) {
        return new AmException(
                Code.BAD_ARGUMENT,
                "rank " + core.rank() + ": the " + what
                        + " is of another thread's arena, or of a confined one where several"
                        + " threads move data; expected memory that each of them may access");
    }

    // ---- translation table -------------------------------------------------------------------------------------

    /**
     * Maps an entry of the translation table (AM_Map).
     *
     * @param index 0 to {@link #translations} - 1, not in use
     * @param name the endpoint
     * @param withTag the tag that messages to it carry
     */
    public void map(int index, EndpointName name, long withTag) {
        enter();
        try {
            core.checkTag(withTag);
            table.map(index, checked(name), withTag);
        } finally {
            core.exit();
        }
    }

    /** Maps an entry to the first endpoint of a rank, which needs no name. */
    public void map(int index, int rank, long withTag) {
        map(index, core.first(rank), withTag);
    }

    /** Maps any free entry (AM_MapAny), and returns its index. */
    public int mapAny(EndpointName name, long withTag) {
        enter();
        try {
            core.checkTag(withTag);
            return table.mapAny(checked(name), withTag);
        } finally {
            core.exit();
        }
    }

    private long checked(EndpointName name) {
        if (name.rank() >= core.size()) {
            throw bad("rank of the endpoint", name.rank(), 0, core.size() - 1);
        }
        return name.packed();
    }

    /** Frees an entry of the translation table (AM_UnMap). */
    public void unmap(int index) {
        enter();
        try {
            table.unmap(index);
        } finally {
            core.exit();
        }
    }

    /** True if an entry is mapped (AM_GetTranslationInuse). */
    public boolean isMapped(int index) {
        return table.isInUse(index);
    }

    /** The name and tag in a mapped entry of the translation table (AM_GetTranslationName, AM_GetTranslationTag). */
    public Translation translation(int index) {
        return new Translation(EndpointName.of(table.name(index)), table.tag(index));
    }

    /** Number of entries (AM_GetNumTranslations): 256 unless said otherwise. */
    public int translations() {
        return table.size();
    }

    /** Sets the number of entries (AM_SetNumTranslations), up to {@link ActiveMessages#MAX_TRANSLATIONS}; none beyond may be mapped. */
    public void setTranslations(int count) {
        enter();
        try {
            table.resize(count);
        } finally {
            core.exit();
        }
    }

    // ---- handlers ----------------------------------------------------------------------------------------------

    /**
     * Registers a handler (AM_SetHandler).
     *
     * @param index 1 to {@link #handlers} - 1
     * @param handler the handler; null: none
     */
    public void setHandler(int index, Handler handler) {
        enter();
        try {
            handlers.set(index, handler);
        } finally {
            core.exit();
        }
    }

    /** Registers a handler under any free index (AM_SetHandlerAny), which is returned. */
    public int setHandlerAny(Handler handler) {
        Objects.requireNonNull(handler, "handler");
        enter();
        try {
            return handlers.setAny(handler);
        } finally {
            core.exit();
        }
    }

    /** Registers the handler of index 0, for messages that came back; null: the one that throws an {@link AmException}. */
    public void setReturnedHandler(ReturnedHandler handler) {
        enter();
        try {
            if (handler != null) {
                core.checkOffered(
                        "a handler of returned messages", "none: a message that is refused ends its receiver");
            }
            handlers.returned(handler);
        } finally {
            core.exit();
        }
    }

    /** Number of handlers (AM_GetNumHandlers): 256 unless said otherwise. */
    public int handlers() {
        return handlers.size();
    }

    /** Sets the number of handlers (AM_SetNumHandlers), up to {@link ActiveMessages#MAX_HANDLERS}; none beyond may be registered. */
    public void setHandlers(int count) {
        enter();
        try {
            handlers.resize(count);
        } finally {
            core.exit();
        }
    }

    // ---- short requests ----------------------------------------------------------------------------------------

    /**
     * Sends a short request (AM_RequestM). Waits for a credit and for room, and runs handlers of the bundle meanwhile.
     *
     * @param to index of the destination in the translation table
     * @param handler index of the handler at the destination
     */
    public void request(int to, int handler) {
        claim(to, handler, 0, 0);
        commit(Header.SHORT, handler);
    }

    /** As {@link #request(int, int)}, with an argument word. */
    public void request(int to, int handler, int word) {
        claim(to, handler, 1, 0);
        sender.word(0, word);
        commit(Header.SHORT, handler);
    }

    /** As {@link #request(int, int)}, with two argument words. */
    public void request(int to, int handler, int first, int second) {
        claim(to, handler, 2, 0);
        sender.word(0, first);
        sender.word(1, second);
        commit(Header.SHORT, handler);
    }

    /** {@link #request(int, int)} with up to 16 argument words. */
    public void request(int to, int handler, int... arguments) {
        claim(to, handler, arguments.length, 0);
        sender.words(arguments, arguments.length);
        commit(Header.SHORT, handler);
    }

    // ---- medium requests ---------------------------------------------------------------------------------------

    /**
     * Sends a medium request (AM_RequestIM): data that the handler finds in memory of the library. Waits as {@link
     * #request(int, int)} does; the source may be changed on return.
     *
     * @param length up to {@link ActiveMessages#maxMedium} bytes
     * @param arguments up to 16 words
     */
    public void requestMedium(int to, int handler, byte[] source, int offset, int length, int... arguments) {
        Objects.checkFromIndexSize(offset, length, source.length);
        medium(to, handler, source, offset, length, arguments);
    }

    /** As above, with the data in a segment. */
    public void requestMedium(int to, int handler, MemorySegment source, long offset, int length, int... arguments) {
        Objects.checkFromIndexSize(offset, length, source.byteSize());
        medium(to, handler, source, offset, length, arguments);
    }

    private void medium(int to, int handler, Object source, long offset, int length, int[] arguments) {
        claim(to, handler, arguments.length, length);
        try {
            sender.words(arguments, arguments.length);
            sender.data(source, offset, length);
            sender.commitRequest(Header.MEDIUM, handler);
        } finally {
            core.exit();
        }
    }

    // ---- bulk requests -----------------------------------------------------------------------------------------

    /**
     * Sends a bulk request (AM_RequestXferM): data that go into the destination's segment; the handler runs once all of
     * them are there. Returns when the source may be changed.
     *
     * <p>Data of messages that are under way at the same time come in any order, also before the handler of an earlier
     * message has run. A message that overlaps with an earlier one in the segment has to wait for that one's answer.
     *
     * @param destinationOffset where the data go, in bytes from the start of the segment
     * @param arguments up to 16 words
     */
    public void requestTransfer(
            int to, int handler, long destinationOffset, byte[] source, int offset, int length, int... arguments) {
        Objects.checkFromIndexSize(offset, length, source.length);
        transfer(to, handler, destinationOffset, source, offset, length, arguments);
    }

    /** As above, with the data in a segment. */
    public void requestTransfer(
            int to,
            int handler,
            long destinationOffset,
            MemorySegment source,
            long offset,
            long length,
            int... arguments) {
        Objects.checkFromIndexSize(offset, length, source.byteSize());
        transfer(to, handler, destinationOffset, source, offset, length, arguments);
    }

    private void transfer(
            int to, int handler, long destinationOffset, Object source, long offset, long length, int[] arguments) {
        enter();
        try {
            checkRequest(handler, arguments.length, 0);
            OutgoingTransfer transfer = sender.waited;
            table.name(to);
            // An exception of a handler may have ended the wait for the one before.
            for (int fruitless = 0; !sender.push(transfer) || !sender.hasCredit(); ) {
                fruitless = bundle.round(fruitless);
            }
            begin(transfer, to, handler, destinationOffset, source, offset, length, arguments);
            long number = transfer.number();
            for (int fruitless = 0; !isSent(transfer, number); ) {
                fruitless = bundle.round(fruitless);
            }
        } finally {
            core.exit();
        }
    }

    /** True if the transfer has been sent. In a parallel bundle another thread may have begun the next one with the same object. */
    private boolean isSent(OutgoingTransfer transfer, long number) {
        return !transfer.active || transfer.number() != number || sender.push(transfer);
    }

    private void begin(
            OutgoingTransfer transfer,
            int to,
            int handler,
            long destinationOffset,
            Object source,
            long offset,
            long length,
            int[] arguments) {
        sender.describe(transfer.source, source, offset, length);
        if (!core.lock().isAlone() && !transfer.source.isForAllThreads()) {
            transfer.source.clear();
            throw confined("source");
        }
        transfer.wordCount = arguments.length;
        System.arraycopy(arguments, 0, transfer.words, 0, arguments.length);
        sender.beginRequest(transfer, to, handler, destinationOffset, length);
    }

    /**
     * Begins a bulk request without waiting (AM_RequestXferAsyncM). The source must not be changed until the request is
     * answered or comes back; later calls send what could not go at once.
     *
     * @return false if it cannot begin now (AM_ERR_NOT_SENT): no credit, or the last ones have not gone; nothing was sent
     */
    public boolean requestTransferAsync(
            int to, int handler, long destinationOffset, byte[] source, int offset, int length, int... arguments) {
        Objects.checkFromIndexSize(offset, length, source.length);
        return async(to, handler, destinationOffset, source, offset, length, arguments);
    }

    /** As above, with the data in a segment. */
    public boolean requestTransferAsync(
            int to,
            int handler,
            long destinationOffset,
            MemorySegment source,
            long offset,
            long length,
            int... arguments) {
        Objects.checkFromIndexSize(offset, length, source.byteSize());
        return async(to, handler, destinationOffset, source, offset, length, arguments);
    }

    private boolean async(
            int to, int handler, long destinationOffset, Object source, long offset, long length, int[] arguments) {
        enter();
        try {
            checkRequest(handler, arguments.length, 0);
            table.name(to);
            OutgoingTransfer free = sender.freeAsync();
            if (free == null) {
                bundle.pollOnce();
                free = sender.freeAsync();
                if (free == null) {
                    return false;
                }
            }
            begin(free, to, handler, destinationOffset, source, offset, length, arguments);
            if (!sender.push(free)) {
                backlog.hold(sender);
            }
            return true;
        } finally {
            core.exit();
        }
    }

    /**
     * Reads from the destination's segment into this endpoint's own (AM_GetXferM). Waits as {@link #request(int, int)}
     * does; the data are there when the handler runs.
     *
     * @param handler index of a registered handler of this endpoint, which runs as that of a bulk reply does
     * @param sourceOffset where the data lie in the destination's segment, in bytes
     * @param destinationOffset where they go in this endpoint's segment, in bytes
     * @param arguments up to 16 words for the handler
     * @throws AmException (RESOURCE) if the handler is not registered, or the own segment cannot be written to: the answer
     *     would go back to the endpoint that is read from
     */
    public void get(int to, int handler, long sourceOffset, long destinationOffset, long length, int... arguments) {
        enter();
        try {
            core.checkOffered("a bulk reply to a get", "that the other side sends the data by a bulk request");
            checkRequest(handler, arguments.length, Header.PREFIX);
            receiver.checkReader(handler);
            Objects.checkFromIndexSize(
                    destinationOffset, length, receiver.segment().byteSize());
            awaitEntry(to, arguments.length, Header.PREFIX);
        } catch (Throwable t) {
            core.exit();
            throw t;
        }
        sender.words(arguments, arguments.length);
        sender.prefix(sourceOffset, destinationOffset, length);
        commit(Header.GET, handler);
    }

    // ---- inside ------------------------------------------------------------------------------------------------

    private void checkRequest(int handler, int words, int bytes) {
        core.checkNoHandler("a request");
        core.checkMessage(handler, words, bytes);
    }

    /** Waits for an entry, and keeps the lock with it. */
    private void claim(int to, int handler, int words, int bytes) {
        enter();
        try {
            checkRequest(handler, words, bytes);
            awaitEntry(to, words, bytes);
        } catch (Throwable t) {
            core.exit();
            throw t;
        }
    }

    private void awaitEntry(int to, int words, int bytes) {
        for (int fruitless = 0; !sender.tryClaim(to, words, bytes); ) {
            fruitless = bundle.round(fruitless);
        }
    }

    private void commit(int category, int handler) {
        try {
            sender.commitRequest(category, handler);
        } finally {
            core.exit();
        }
    }

    private boolean isFlushed() {
        return receiver.payCredits() && sender.pushHeld() && !sender.isReceiving();
    }

    void moveTo(Bundle to) {
        bundle = to;
        to.group().add(queues);
    }

    /**
     * Frees the endpoint (AM_FreeEndpoint). Messages that wait in it go back to their senders; answers to requests of its
     * own go unheard. Its replies and the credits that it owes are sent first, and bulk data that are on their way into its
     * segment or out of memory of this rank arrive.
     */
    @Override
    public void close() {
        if (!closed && !core.isClosed()) {
            core.enter();
            try {
                core.checkNoHandler("freeing an endpoint");
                sender.dropAsyncs();
                for (int fruitless = 0; !isFlushed(); ) {
                    fruitless = bundle.roundWithoutHandlers(fruitless);
                }
                closed = true;
                bundle.remove(this);
                backlog.forget(sender, receiver.owed());
                queues.close();
            } finally {
                core.exit();
            }
        }
    }
}
