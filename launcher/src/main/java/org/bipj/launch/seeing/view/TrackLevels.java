package org.bipj.launch.seeing.view;

import java.util.Arrays;
import java.util.List;

/** A track as few columns: of each piece of the time the category of calls that took most of it, their share, that of waits, and the phase. */
final class TrackLevels {
    private static final int MOST_SHARE = 255;
    private static final int COLUMNS = 4;
    private static final int PHASE = 3;

    private TrackLevels() {}

    /**
     * Categories of all pieces, behind them the shares of calls, those of waits, and the numbers of outermost phases.
     *
     * @param phases names of phases, whose numbers begin with 1
     */
    static byte[] of(Track track, int pieces, long first, long last, List<String> phases) {
        double width = Math.max(1, (double) (last - first) / pieces);
        int categories = Category.values().length;
        double[] time = new double[pieces * categories];
        double[] waits = new double[pieces];
        byte[] all = new byte[COLUMNS * pieces];
        long inPhase = Long.MIN_VALUE;
        for (int i = 0; i < track.size; i++) {
            Shape shape = track.shape(i);
            if (shape.category() == Category.PHASE && track.begin[i] >= inPhase) {
                inPhase = track.end[i];
                int from = Math.clamp((long) ((track.begin[i] - first) / width), 0, pieces - 1);
                int to = Math.clamp((long) ((track.end[i] - first) / width), from, pieces - 1);
                byte number = (byte) Math.min(MOST_SHARE, 1 + phases.indexOf(shape.operation()));
                Arrays.fill(all, PHASE * pieces + from, PHASE * pieces + to + 1, number);
            } else if (shape.category() != Category.PHASE && shape.isSpan()) {
                add(time, categories, shape.category().ordinal(), track.begin[i] - first, track.end[i] - first, width);
                if (track.pauses(i)) {
                    add(waits, 1, 0, track.pause(i) - first, track.end[i] - first, width);
                }
            }
        }
        for (int piece = 0; piece < pieces; piece++) {
            int most = 0;
            double sum = 0;
            for (int category = 1; category < categories; category++) {
                double share = time[piece * categories + category];
                sum += share;
                most = share > time[piece * categories + most] ? category : most;
            }
            all[piece] = (byte) most;
            all[pieces + piece] = (byte) Math.min(MOST_SHARE, Math.ceil(MOST_SHARE * sum / width));
            all[2 * pieces + piece] = (byte) Math.min(MOST_SHARE, MOST_SHARE * waits[piece] / width);
        }
        return all;
    }

    private static void add(double[] time, int categories, int category, long from, long until, double width) {
        int pieces = time.length / categories;
        int begin = Math.clamp((long) (from / width), 0, pieces - 1);
        int end = Math.clamp((long) (until / width), 0, pieces - 1);
        if (begin == end) {
            time[begin * categories + category] += until - from;
            return;
        }
        time[begin * categories + category] += (begin + 1) * width - from;
        for (int piece = begin + 1; piece < end; piece++) {
            time[piece * categories + category] += width;
        }
        time[end * categories + category] += until - end * width;
    }
}
