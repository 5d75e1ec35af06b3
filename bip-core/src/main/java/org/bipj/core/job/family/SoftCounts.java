package org.bipj.core.job.family;

import java.util.ArrayList;
import java.util.List;

/**
 * The numbers of processes that a program may have instead of the one that is wanted: the hint {@code soft} (MPI 4.1 section 11.8.4),
 * a list of numbers and ranges {@code FIRST:LAST} or {@code FIRST:LAST:STEP}, separated by commas.
 */
final class SoftCounts {
    private record Range(int first, int last, int step) {
        /** The largest member that is at most this; 0 if none is positive. */
        int atMost(int most) {
            if (step > 0 ? first > last : first < last) {
                return 0;
            }
            int low = step > 0 ? first : first + (last - first) / step * step;
            int high = step > 0 ? last : first;
            int stride = Math.abs(step);
            int end = Math.min(most, high);
            return end < low ? 0 : Math.max(0, low + (end - low) / stride * stride);
        }
    }

    private final List<Range> ranges = new ArrayList<>();

    /**
     * Those of a hint.
     *
     * @throws IllegalArgumentException if it is none
     */
    SoftCounts(String text) {
        for (String part : text.split(",", -1)) {
            String[] numbers = part.strip().split(":", -1);
            try {
                int first = Integer.parseInt(numbers[0].strip());
                int last = numbers.length > 1 ? Integer.parseInt(numbers[1].strip()) : first;
                int step = numbers.length > 2 ? Integer.parseInt(numbers[2].strip()) : 1;
                if (numbers.length > 3 || step == 0) {
                    throw new NumberFormatException(part);
                }
                ranges.add(new Range(first, last, step));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "the info key soft is " + text + "; expected numbers and ranges FIRST:LAST:STEP, with commas",
                        e);
            }
        }
    }

    /** The largest of the numbers that is at most this; 0 if none is that is positive. */
    int atMost(int most) {
        return ranges.stream().mapToInt(range -> range.atMost(most)).max().orElse(0);
    }
}
