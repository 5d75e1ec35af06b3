package org.bipj.launch.seeing.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bipj.launch.seeing.timeline.TimelineFormat;

/** The names that a rank has written. */
record RankNames(Shape[] shapes, Map<Integer, String> threads, Map<Integer, Communicator> communicators) {
    static final RankNames NONE = new RankNames(new Shape[0], Map.of(), Map.of());

    private static final int WORDS_OF_SHAPE = 8;

    /**
     * Reads the names of a rank.
     *
     * @param all the communicators of all ranks, by what is the same for all members; this adds those of the rank
     */
    static RankNames read(String text, Map<String, Communicator> all) {
        List<Shape> shapes = new ArrayList<>();
        Map<Integer, Communicator> own = new HashMap<>();
        Map<Integer, String> threads = new HashMap<>();
        Map<String, String> others = others(text);
        for (String line : text.split("\n")) {
            String[] words = line.split("\t", -1);
            try {
                int number = words.length < 2 ? -1 : Integer.parseInt(words[1]);
                if (words[0].equals("C") && words.length == 5) {
                    own.put(
                            number,
                            all.computeIfAbsent(
                                    words[2] + " " + words[3] + " " + words[4], key -> new Communicator(words[4])));
                } else if (words[0].equals("N") && words.length == 3 && own.containsKey(number)) {
                    own.get(number).name(words[2]);
                } else if (words[0].equals("T") && words.length == 3) {
                    threads.put(number, words[2]);
                } else if (words[0].equals("F")
                        && number >= 0
                        && number < shapes.size()
                        && shapes.get(number) != null) {
                    shapes.get(number).calledBy(List.of(words).subList(2, words.length));
                } else if (words[0].equals("S") && words.length == WORDS_OF_SHAPE && number >= 0) {
                    while (shapes.size() <= number) {
                        shapes.add(null);
                    }
                    shapes.set(
                            number,
                            new Shape(
                                    Integer.parseInt(words[2]),
                                    words[3],
                                    own.get(Integer.parseInt(words[4])),
                                    Integer.parseInt(words[5]),
                                    Integer.parseInt(words[6]),
                                    words[7],
                                    others.getOrDefault(words[5], words[5])));
                }
            } catch (NumberFormatException e) {
                // The last line of a killed rank may be cut.
            }
        }
        return new RankNames(shapes.toArray(Shape[]::new), threads, own);
    }

    /** What processes of other jobs are called, by their numbers; of a number that several had, one after the other, all names. */
    private static Map<String, String> others(String text) {
        Map<String, String> others = new HashMap<>();
        for (String line : text.split("\n")) {
            String[] words = line.split("\t", -1);
            if (words[0].equals("P") && words.length == 3) {
                others.merge(
                        words[1],
                        words[2],
                        (known, more) -> List.of(known.split(" or ")).contains(more) ? known : known + " or " + more);
            }
        }
        return others;
    }

    /** True for the shape of packets. */
    boolean isOfPacket(int shape) {
        return shape > 0
                && shape < shapes.length
                && shapes[shape] != null
                && (shapes[shape].kind() == TimelineFormat.LEFT || shapes[shape].kind() == TimelineFormat.CAME);
    }

    String thread(int number) {
        return threads.getOrDefault(number, "thread " + number);
    }
}
