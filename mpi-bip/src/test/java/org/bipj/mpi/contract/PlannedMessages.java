package org.bipj.mpi.contract;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/** Messages of a random program, and the ways to send and to receive one. All ranks make the same from the same seed. */
final class PlannedMessages {
    /**
     * One message.
     *
     * @param id its number in the program, which its data depend on
     * @param comm index of its communicator
     */
    record Planned(int id, int comm, int source, int dest, int tag, int size, int mode) {
        byte[] data() {
            return Pattern.bytes(size, id);
        }
    }

    /**
     * What a receive has got, or will have.
     *
     * @param source that it wanted, or ANY_SOURCE
     * @param tag that it wanted, or ANY_TAG
     * @param room an array, or a buffer outside the heap
     */
    record Received(int comm, int source, int tag, Object room, Request request, Status[] status) {}

    private static final int MODES = 5;

    /** Messages of a program that are outside the heap; the others are in arrays. */
    private static final int OUTSIDE = 16;

    private final int[] sizes;
    private final int most;
    private final ByteBuffer outside;
    private int taken;

    PlannedMessages(Sizes boundaries) {
        most = boundaries.large();
        sizes = Arrays.stream(boundaries.all()).filter(n -> n <= most).toArray();
        outside = ByteBuffer.allocateDirect(OUTSIDE * most);
    }

    /** The memory of an earlier program is free again. */
    void begin() {
        taken = 0;
    }

    private Object memory(boolean mayBeOutside, int bytes) {
        return mayBeOutside && taken < OUTSIDE ? outside.slice(taken++ * most, bytes) : new byte[bytes];
    }

    private static void put(byte[] data, Object memory) {
        if (memory instanceof byte[] array) {
            System.arraycopy(data, 0, array, 0, data.length);
        } else {
            ((ByteBuffer) memory).put(0, data);
        }
    }

    private static byte[] bytes(Object memory, int length) {
        if (memory instanceof byte[] array) {
            return Arrays.copyOf(array, length);
        }
        byte[] bytes = new byte[length];
        ((ByteBuffer) memory).get(0, bytes);
        return bytes;
    }

    /** Longest message. */
    int most() {
        return most;
    }

    /** A message with a size at or near a boundary, or a small one. */
    Planned random(Random random, int id, int comm, int source, int dest, int tags) {
        int size = random.nextInt(3) == 0 ? sizes[random.nextInt(sizes.length)] : random.nextInt(100);
        return new Planned(id, comm, source, dest, random.nextInt(tags), size, random.nextInt(MODES));
    }

    /** Starts to send in the message's mode. */
    Request send(Intracomm[] comms, Planned one) {
        Intracomm comm = comms[one.comm()];
        int size = one.size();
        Object data = memory(one.id() % 3 == 0, size);
        put(one.data(), data);
        return switch (one.mode()) {
            case 0 -> comm.isSend(data, size, MPI.BYTE, one.dest(), one.tag());
            case 1 -> comm.ibSend(data, size, MPI.BYTE, one.dest(), one.tag());
            case 2 -> {
                // The data may be changed as soon as a buffered send has returned.
                comm.bSend(data, size, MPI.BYTE, one.dest(), one.tag());
                put(new byte[size], data);
                yield MPI.REQUEST_NULL;
            }
            default -> comm.iSend(data, size, MPI.BYTE, one.dest(), one.tag());
        };
    }

    /** Bytes to attach for the buffered ones of these messages. */
    static int buffer(List<Planned> messages) {
        return messages.stream().mapToInt(m -> m.size() + MPI.BSEND_OVERHEAD).sum() + MPI.BSEND_OVERHEAD;
    }

    /** Posts a receive, or receives in one of the blocking ways. */
    Received receive(Random random, Intracomm[] comms, int comm, int source, int tag, boolean block) {
        Intracomm c = comms[comm];
        int room = most;
        Object buffer = memory(random.nextInt(3) == 0, room);
        Request request = null;
        Status[] status = new Status[1];
        if (!block) {
            request = c.iRecv(buffer, room, MPI.BYTE, source, tag);
            if (random.nextInt(8) == 0) {
                request.cancel();
                status[0] = request.waitStatus();
                if (status[0].isCancelled()) {
                    // It stands where it stood: nothing was posted after it.
                    request = c.iRecv(buffer, room, MPI.BYTE, source, tag);
                    status[0] = null;
                }
            }
        } else {
            switch (random.nextInt(3)) {
                case 0 -> status[0] = c.recv(buffer, room, MPI.BYTE, source, tag);
                case 1 -> {
                    Status probed = c.probe(source, tag);
                    int count = probed.getCount(MPI.BYTE);
                    status[0] = c.recv(buffer, count, MPI.BYTE, probed.getSource(), probed.getTag());
                    Check.equal(count, status[0].getCount(MPI.BYTE), "probed and received count");
                }
                default -> {
                    Message message = new Message();
                    message.mProbe(source, tag, c);
                    if (random.nextBoolean()) {
                        status[0] = message.mRecv(buffer, room, MPI.BYTE);
                    } else {
                        request = message.imRecv(buffer, room, MPI.BYTE);
                    }
                }
            }
        }
        return new Received(comm, source, tag, buffer, request, status);
    }

    /** Waits for all, in one of the ways that there are, and keeps the statuses. */
    static void finish(Random random, List<Received> receives) {
        Request[] requests = receives.stream().map(Received::request).toArray(Request[]::new);
        switch (random.nextInt(3)) {
            case 0 -> {
                Status[] statuses = Request.waitAllStatus(requests);
                for (int i = 0; i < statuses.length; i++) {
                    keep(receives, i, statuses[i]);
                }
            }
            case 1 -> {
                Status status;
                while ((status = Request.waitAnyStatus(requests)).getIndex() != MPI.UNDEFINED) {
                    keep(receives, status.getIndex(), status);
                }
            }
            default -> {
                Status[] statuses;
                while ((statuses = Request.waitSomeStatus(requests)) != null) {
                    for (Status status : statuses) {
                        keep(receives, status.getIndex(), status);
                    }
                }
            }
        }
    }

    private static void keep(List<Received> receives, int index, Status status) {
        // A receive that completed earlier has its status already.
        Status[] place = receives.get(index).status();
        place[0] = place[0] == null ? status : place[0];
    }

    /** Fails unless a receive has got this message. */
    static void check(Received receive, Planned expected) {
        Status status = receive.status()[0];
        Check.equal(expected.source(), status.getSource(), "source of message " + expected);
        Check.equal(expected.tag(), status.getTag(), "tag of message " + expected);
        Check.equal(expected.size(), status.getCount(MPI.BYTE), "size of message " + expected);
        Check.sameBytes(expected.data(), bytes(receive.room(), expected.size()), () -> "data of message " + expected);
    }
}
