package org.bipj.sim.kernel;

import java.util.Arrays;

/** Queues of events that {@link QueueBench} compares: what the kernel might have been built on. */
final class Queues {
    private Queues() {}

    /** Something scheduled. */
    static final class Item {
        long time;
        long sequence;
        int index = -1;
        Item previous;
        Item next;
    }

    /** Events in order of (time, sequence). */
    interface Queue {
        void at(long time, Item item);

        void cancel(Item item);

        Item next();
    }

    private static boolean before(Item a, Item b) {
        return a.time < b.time || a.time == b.time && a.sequence < b.sequence;
    }

    /** A binary heap of references; keys are read through them. */
    static final class BinaryHeap implements Queue {
        private Item[] heap = new Item[64];
        private int size;
        private long sequence;

        @Override
        public void at(long time, Item item) {
            item.time = time;
            item.sequence = sequence++;
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, 2 * size);
            }
            up(size++, item);
        }

        @Override
        public Item next() {
            Item first = heap[0];
            cancel(first);
            return first;
        }

        @Override
        public void cancel(Item item) {
            int at = item.index;
            item.index = -1;
            Item last = heap[--size];
            heap[size] = null;
            if (last != item) {
                up(at, last);
                down(last.index, last);
            }
        }

        private void up(int from, Item item) {
            int at = from;
            while (at > 0 && before(item, heap[(at - 1) / 2])) {
                heap[at] = heap[(at - 1) / 2];
                heap[at].index = at;
                at = (at - 1) / 2;
            }
            heap[at] = item;
            item.index = at;
        }

        private void down(int from, Item item) {
            int at = from;
            for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
                if (child + 1 < size && before(heap[child + 1], heap[child])) {
                    child++;
                }
                if (!before(heap[child], item)) {
                    break;
                }
                heap[at] = heap[child];
                heap[at].index = at;
                at = child;
            }
            heap[at] = item;
            item.index = at;
        }
    }

    /** A heap of four children a node, keys in arrays beside the references, each event knowing its place. */
    static final class QuadHeap implements Queue {
        private long[] times = new long[64];
        private long[] sequences = new long[64];
        private Item[] items = new Item[64];
        private int size;
        private long sequence;

        @Override
        public void at(long time, Item item) {
            if (size == items.length) {
                times = Arrays.copyOf(times, 2 * size);
                sequences = Arrays.copyOf(sequences, 2 * size);
                items = Arrays.copyOf(items, 2 * size);
            }
            up(size++, time, sequence++, item);
        }

        @Override
        public Item next() {
            Item first = items[0];
            cancel(first);
            return first;
        }

        @Override
        public void cancel(Item item) {
            int at = item.index;
            item.index = -1;
            int last = --size;
            Item moved = items[last];
            items[last] = null;
            if (last != at) {
                long time = times[last];
                long order = sequences[last];
                if (at > 0 && precedes(time, order, (at - 1) >> 2)) {
                    up(at, time, order, moved);
                } else {
                    down(at, time, order, moved);
                }
            }
        }

        private boolean precedes(long time, long order, int other) {
            return time < times[other] || time == times[other] && order < sequences[other];
        }

        private void put(int at, long time, long order, Item item) {
            times[at] = time;
            sequences[at] = order;
            items[at] = item;
            item.index = at;
        }

        private void up(int from, long time, long order, Item item) {
            int at = from;
            while (at > 0) {
                int parent = (at - 1) >> 2;
                if (!precedes(time, order, parent)) {
                    break;
                }
                put(at, times[parent], sequences[parent], items[parent]);
                at = parent;
            }
            put(at, time, order, item);
            item.time = time;
        }

        private void down(int from, long time, long order, Item item) {
            int at = from;
            int child = 4 * at + 1;
            while (child < size) {
                int least = child;
                int end = Math.min(child + 4, size);
                for (int other = child + 1; other < end; other++) {
                    if (precedes(times[other], sequences[other], least)) {
                        least = other;
                    }
                }
                if (precedes(time, order, least)) {
                    break;
                }
                put(at, times[least], sequences[least], items[least]);
                at = least;
                child = 4 * at + 1;
            }
            put(at, time, order, item);
        }
    }

    /** As {@link QuadHeap}, but events do not know their places: cancelled ones stay until they come to the top. */
    static final class LazyHeap implements Queue {
        private long[] times = new long[64];
        private long[] sequences = new long[64];
        private Item[] items = new Item[64];
        private int size;
        private long sequence;

        @Override
        public void at(long time, Item item) {
            if (size == items.length) {
                times = Arrays.copyOf(times, 2 * size);
                sequences = Arrays.copyOf(sequences, 2 * size);
                items = Arrays.copyOf(items, 2 * size);
            }
            item.time = time;
            item.sequence = sequence++;
            int at = size++;
            while (at > 0) {
                int parent = (at - 1) >> 2;
                // Of two with the same time the later one stays below.
                if (times[parent] <= time) {
                    break;
                }
                times[at] = times[parent];
                sequences[at] = sequences[parent];
                items[at] = items[parent];
                at = parent;
            }
            times[at] = time;
            sequences[at] = item.sequence;
            items[at] = item;
        }

        @Override
        public void cancel(Item item) {
            item.sequence = -1;
        }

        @Override
        public Item next() {
            while (true) {
                Item first = items[0];
                long order = sequences[0];
                removeFirst();
                if (first.sequence == order) {
                    first.sequence = -1;
                    return first;
                }
            }
        }

        private void removeFirst() {
            int last = --size;
            long time = times[last];
            long order = sequences[last];
            Item item = items[last];
            items[last] = null;
            if (last == 0) {
                return;
            }
            int at = 0;
            int child = 1;
            while (child < last) {
                int least = child;
                long leastTime = times[child];
                int end = Math.min(child + 4, last);
                for (int other = child + 1; other < end; other++) {
                    long t = times[other];
                    if (t < leastTime || t == leastTime && sequences[other] < sequences[least]) {
                        least = other;
                        leastTime = t;
                    }
                }
                if (time < leastTime || time == leastTime && order < sequences[least]) {
                    break;
                }
                times[at] = leastTime;
                sequences[at] = sequences[least];
                items[at] = items[least];
                at = least;
                child = 4 * at + 1;
            }
            times[at] = time;
            sequences[at] = order;
            items[at] = item;
        }
    }

    /**
     * A calendar queue (Brown 1988): days of a fixed width, a sorted list for each day of the year, later years in the
     * same lists. The number of days follows the number of events, their width the distances of the first ones.
     */
    static final class Calendar implements Queue {
        private static final int SAMPLE = 25;

        private Item[] days = heads(2);
        private int shift = 10;
        private int size;
        private long sequence;
        private long day;

        private static Item[] heads(int count) {
            Item[] heads = new Item[count];
            for (int i = 0; i < count; i++) {
                heads[i] = new Item();
                heads[i].previous = heads[i];
                heads[i].next = heads[i];
            }
            return heads;
        }

        @Override
        public void at(long time, Item item) {
            item.time = time;
            item.sequence = sequence++;
            insert(item);
            if (++size > 2 * days.length) {
                resize(2 * days.length);
            }
        }

        private void insert(Item item) {
            Item head = days[(int) (item.time >> shift) & days.length - 1];
            Item after = head.previous;
            while (after != head && before(item, after)) {
                after = after.previous;
            }
            item.previous = after;
            item.next = after.next;
            after.next.previous = item;
            after.next = item;
            day = Math.min(day, item.time >> shift);
        }

        @Override
        public void cancel(Item item) {
            item.previous.next = item.next;
            item.next.previous = item.previous;
            item.next = null;
            if (--size < days.length / 2 && days.length > 2) {
                resize(days.length / 2);
            }
        }

        @Override
        public Item next() {
            Item first = first();
            day = first.time >> shift;
            cancel(first);
            return first;
        }

        private Item first() {
            for (int i = 0; i < days.length; i++) {
                Item first = days[(int) (day + i) & days.length - 1].next;
                if (first.index != Integer.MAX_VALUE
                        && first != days[(int) (day + i) & days.length - 1]
                        && first.time >> shift == day + i) {
                    return first;
                }
            }
            Item least = null;
            for (Item head : days) {
                if (head.next != head && (least == null || before(head.next, least))) {
                    least = head.next;
                }
            }
            return least;
        }

        private void resize(int count) {
            Item[] all = new Item[size];
            int n = 0;
            for (Item head : days) {
                for (Item item = head.next; item != head; item = item.next) {
                    all[n++] = item;
                }
            }
            Arrays.sort(all, 0, n, (a, b) -> before(a, b) ? -1 : 1);
            int sample = Math.min(SAMPLE, n - 1);
            long width = sample < 1 ? 1 << shift : Math.max(1, 3 * (all[sample].time - all[0].time) / sample);
            shift = Math.min(40, 64 - Long.numberOfLeadingZeros(width) - 1);
            days = heads(count);
            day = Long.MAX_VALUE;
            for (int i = 0; i < n; i++) {
                insert(all[i]);
            }
        }
    }
}
