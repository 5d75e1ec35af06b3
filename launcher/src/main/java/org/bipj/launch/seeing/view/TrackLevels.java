package org.bipj.launch.seeing.view;

/** A track as few columns: of each piece of the time the category of calls that took most of it, and their share. */
final class TrackLevels {
    private static final int MOST_SHARE = 255;

    private TrackLevels() {}

    /** Categories of all pieces, and behind them the shares of calls. */
    static byte[] of(Track track, int pieces, long first, long last) {
        double width = Math.max(1, (double) (last - first) / pieces);
        int categories = Category.values().length;
        double[] time = new double[pieces * categories];
        for (int i = 0; i < track.size; i++) {
            Shape shape = track.shape(i);
            if (shape.category() != Category.PHASE && shape.isSpan()) {
                add(time, categories, shape.category().ordinal(), track.begin[i] - first, track.end[i] - first, width);
            }
        }
        byte[] all = new byte[2 * pieces];
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
