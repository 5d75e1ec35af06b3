package org.bipj.am2;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.bipj.am2.AmException.Code;
import org.bipj.core.nic.EndpointMessage;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.Endpoints;

/**
 * A message in its handler: what it carries, where it comes from, and how it is replied to (the specification's token). It
 * is valid until the handler returns; the object is used again.
 */
public final class Message {
    private final AmCore core;
    private final Backlog backlog;
    private AmEndpoint endpoint;
    private boolean request;
    private boolean returned;
    private boolean replied;
    private boolean live;
    private int category;
    private long from;
    private long tag;
    private long header;
    private MemorySegment words;
    private long wordsAt;
    private int wordCount;
    private MemorySegment data;
    private long dataAt;
    private long bytes;

    Message(AmCore core, Backlog backlog) {
        this.core = core;
        this.backlog = backlog;
    }

    /** Copies where the message is, because a handler may cause further ones to be received. */
    void set(AmEndpoint to, EndpointMessage received) {
        endpoint = to;
        request = received.kind() == Endpoints.REQUEST;
        returned = false;
        replied = false;
        header = received.header();
        category = Header.category(header);
        from = received.peer();
        tag = received.tag();
        words = received.words();
        wordsAt = received.wordsAt();
        wordCount = received.wordCount();
        setData(received.data(), received.dataAt(), received.bytes());
    }

    void setData(MemorySegment memory, long at, long length) {
        data = memory;
        dataAt = at;
        bytes = length;
    }

    void setReturned() {
        returned = true;
        if (category != Header.MEDIUM) {
            // A piece of bulk data: what it begins with is the library's own.
            bytes = 0;
        }
    }

    void setLive(boolean value) {
        live = value;
    }

    // ---- what it carries ---------------------------------------------------------------------------------------

    /** The number of argument words. */
    public int argumentCount() {
        return wordCount;
    }

    /** The argument word with that index, from 0. */
    public int argument(int index) {
        return words.get(JAVA_INT, wordsAt + (long) Objects.checkIndex(index, wordCount) * Integer.BYTES);
    }

    /** Two argument words as one number, the first one in its low half, as {@code (int) value, (int) (value >>> 32)} sends it. */
    public long argumentLong(int index) {
        return argument(index) & 0xffff_ffffL | (long) argument(index + 1) << 32;
    }

    /**
     * Memory that holds the data. Of a medium message it is the library's, to be read until the handler returns; of a bulk
     * message it is this endpoint's segment.
     */
    public MemorySegment data() {
        return data;
    }

    /** The offset of the first byte of the data in {@link #data}. */
    public long dataOffset() {
        return dataAt;
    }

    /** How many bytes of data the message has; 0 for a short message. */
    public long length() {
        return bytes;
    }

    /** Copies the first bytes of data into an array. */
    public void copyData(byte[] into, int at, int count) {
        MemorySegment.copy(data, ValueLayout.JAVA_BYTE, dataAt, into, at, (int) Math.min(count, bytes));
    }

    /** True for a request, false for a reply. */
    public boolean isRequest() {
        return request;
    }

    /** The index of the handler that the message names. */
    public int handler() {
        return Header.handler(header);
    }

    /** The endpoint that has sent the message (AM_GetSourceEndpoint); of one that came back, the one that it was sent to. */
    public EndpointName source() {
        return EndpointName.of(from);
    }

    /** The endpoint that the message has come to (AM_GetDestEndpoint). */
    public AmEndpoint destination() {
        return endpoint;
    }

    /** The tag that the message carries (AM_GetMsgTag); of a reply it means nothing. */
    public long tag() {
        return tag;
    }

    long from() {
        return from;
    }

    long transfer() {
        return Header.transfer(header);
    }

    int credits() {
        return Header.credits(header);
    }

    /** The {@link Header} that the sending library has written. */
    long header() {
        return header;
    }

    /** True for a request whose handler has ended without a reply. */
    boolean isUnanswered() {
        return request && !replied;
    }

    // ---- replies -----------------------------------------------------------------------------------------------

    /** Replies with a short message (AM_ReplyM): to be called by a request's handler, once at most. */
    public void reply(int toHandler) {
        claim(toHandler, 0, 0).commitReply(Header.SHORT, toHandler, answer());
    }

    /** As {@link #reply(int)}, with an argument word. */
    public void reply(int toHandler, int word) {
        SendingSide sender = claim(toHandler, 1, 0);
        sender.word(0, word);
        sender.commitReply(Header.SHORT, toHandler, answer());
    }

    /** As {@link #reply(int)}, with two argument words. */
    public void reply(int toHandler, int first, int second) {
        SendingSide sender = claim(toHandler, 2, 0);
        sender.word(0, first);
        sender.word(1, second);
        sender.commitReply(Header.SHORT, toHandler, answer());
    }

    /** As {@link #reply(int)}, with up to 16 argument words. */
    public void reply(int toHandler, int... arguments) {
        SendingSide sender = claim(toHandler, arguments.length, 0);
        sender.words(arguments, arguments.length);
        sender.commitReply(Header.SHORT, toHandler, answer());
    }

    /** Replies with a medium message (AM_ReplyIM); the source may be changed on return. */
    public void replyMedium(int toHandler, byte[] source, int offset, int length, int... arguments) {
        Objects.checkFromIndexSize(offset, length, source.length);
        medium(toHandler, source, offset, length, arguments);
    }

    /** As above, with the data in a segment. */
    public void replyMedium(int toHandler, MemorySegment source, long offset, int length, int... arguments) {
        Objects.checkFromIndexSize(offset, length, source.byteSize());
        medium(toHandler, source, offset, length, arguments);
    }

    private void medium(int toHandler, Object source, long offset, int length, int[] arguments) {
        SendingSide sender = claim(toHandler, arguments.length, length);
        sender.words(arguments, arguments.length);
        sender.data(source, offset, length);
        sender.commitReply(Header.MEDIUM, toHandler, answer());
    }

    /**
     * Replies with a bulk message into the requester's segment (AM_ReplyXferM). The source may be changed on return: what
     * cannot go at once is copied.
     */
    public void replyTransfer(
            int toHandler, long destinationOffset, byte[] source, int offset, int length, int... arguments) {
        Objects.checkFromIndexSize(offset, length, source.length);
        transfer(toHandler, destinationOffset, source, offset, length, arguments);
    }

    /** As above, with the data in a segment. */
    public void replyTransfer(
            int toHandler, long destinationOffset, MemorySegment source, long offset, long length, int... arguments) {
        Objects.checkFromIndexSize(offset, length, source.byteSize());
        transfer(toHandler, destinationOffset, source, offset, length, arguments);
    }

    private void transfer(
            int toHandler, long destinationOffset, Object source, long offset, long length, int[] arguments) {
        core.checkOffered("a bulk message from a handler", "a reply of up to " + core.maxMedium() + " bytes");
        checkReply(toHandler, arguments.length, 0);
        SendingSide sender = endpoint.sender();
        OutgoingTransfer transfer = sender.reply;
        sender.describe(transfer.source, source, offset, length);
        transfer.wordCount = arguments.length;
        System.arraycopy(arguments, 0, transfer.words, 0, arguments.length);
        sender.beginReply(from, toHandler, answer(), destinationOffset, length);
        if (!sender.push(transfer)) {
            transfer.hold();
            backlog.hold(sender);
        }
    }

    private SendingSide claim(int toHandler, int count, int length) {
        checkReply(toHandler, count, length);
        SendingSide sender = endpoint.sender();
        sender.claimReply(from, count, length);
        return sender;
    }

    /** The credits that the reply returns; from now on the request is answered. */
    private int answer() {
        replied = true;
        return 1 + endpoint.receiver().takeOwed(from);
    }

    private void checkReply(int toHandler, int count, int length) {
        if (!live) {
            throw new AmException(
                    Code.RESOURCE,
                    "rank " + core.rank() + ": a reply to a message whose handler has ended; expected one"
                            + " inside the handler");
        }
        if (!request || returned) {
            throw new AmException(
                    Code.RESOURCE,
                    "rank " + core.rank() + ": a reply to " + (returned ? "a message that came back" : "a reply")
                            + "; only requests are replied to");
        }
        if (replied) {
            throw new AmException(
                    Code.RESOURCE,
                    "rank " + core.rank() + ": a second reply to a request for handler " + handler()
                            + "; expected one at most");
        }
        core.checkMessage(toHandler, count, length);
    }
}
