package org.bipj.ssam;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.CellDevice;

/** One rank's connection to a peer: its buffers, and both directions of its flow control. */
final class Connection {
    final int peer;
    /** The number by which the kernel knows the connection. */
    final int circuit;

    final OutgoingRequests out;
    final IncomingRequests in;
    /** The data of each request's buffer, and of each reply's. */
    final MemorySegment[] requestData;

    final MemorySegment[] replyData;
    /** The peer has said that it sends no more requests. */
    boolean said;
    /** Times that requests were sent again since something was answered. */
    int tries;

    private final CellDevice device;
    private final int window;
    private final int firstBuffer;

    /** A connection whose buffers begin at a number: first those of requests, then those of replies, a window each. */
    Connection(CellDevice device, int peer, int window, int firstBuffer) {
        this.device = device;
        this.peer = peer;
        this.window = window;
        this.firstBuffer = firstBuffer;
        circuit = device.connection(peer);
        out = new OutgoingRequests(window);
        in = new IncomingRequests(window);
        requestData = new MemorySegment[window];
        replyData = new MemorySegment[window];
        for (int i = 0; i < window; i++) {
            requestData[i] = device.transmit(firstBuffer + i).asSlice(Format.DATA_AT, Format.DATA);
            replyData[i] = device.transmit(firstBuffer + window + i).asSlice(Format.DATA_AT, Format.DATA);
        }
    }

    /** The buffer of a request, by its number. */
    int requestBuffer(long number) {
        return firstBuffer + slot(number);
    }

    /** The buffer of the reply to a request, by the request's number. */
    int replyBuffer(long number) {
        return firstBuffer + window + slot(number);
    }

    MemorySegment request(long number) {
        return device.transmit(requestBuffer(number));
    }

    MemorySegment reply(long number) {
        return device.transmit(replyBuffer(number));
    }

    int slot(long number) {
        return (int) (number % window);
    }
}
