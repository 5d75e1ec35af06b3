package org.bipj.launch.seeing.view;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Columns of records, to which more are added; what the numbers are says {@link org.bipj.launch.seeing.timeline.TimelineFormat}. */
final class Records {
    long[] begin;
    long[] end;
    int[] shape;
    int[] bytes;
    int[] number;
    int[] untilPause;
    int[] packet;
    int size;

    /** None, and room for so many. */
    Records(int room) {
        begin = new long[room];
        end = new long[room];
        shape = new int[room];
        bytes = new int[room];
        number = new int[room];
        untilPause = new int[room];
        packet = new int[room];
    }

    void add(long from, long until, int ofShape, int ofBytes, int itsNumber, int pause, int itsPacket) {
        if (size == begin.length) {
            int room = Math.max(64, 2 * size);
            begin = Arrays.copyOf(begin, room);
            end = Arrays.copyOf(end, room);
            shape = Arrays.copyOf(shape, room);
            bytes = Arrays.copyOf(bytes, room);
            number = Arrays.copyOf(number, room);
            untilPause = Arrays.copyOf(untilPause, room);
            packet = Arrays.copyOf(packet, room);
        }
        begin[size] = from;
        end[size] = until;
        shape[size] = ofShape;
        bytes[size] = ofBytes;
        number[size] = itsNumber;
        untilPause[size] = pause;
        packet[size++] = itsPacket;
    }

    /** The same in the order of their beginnings, of those that begin together the longest first. */
    Records sorted() {
        if (IntStream.range(1, size).allMatch(i -> begin[i - 1] <= begin[i])) {
            return this;
        }
        Records all = new Records(size);
        IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(i -> begin[i])
                        .thenComparing(
                                Comparator.<Integer>comparingLong(i -> end[i]).reversed()))
                .forEach(i -> all.add(begin[i], end[i], shape[i], bytes[i], number[i], untilPause[i], packet[i]));
        return all;
    }
}
