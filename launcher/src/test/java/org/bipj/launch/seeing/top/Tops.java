package org.bipj.launch.seeing.top;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What {@code bipj top} and {@code bipj view JOB} say, for tests. */
public final class Tops {
    private Tops() {}

    /**
     * A line of {@code bipj top --csv}.
     *
     * @param values by the names of {@link CsvTable#TITLE}
     */
    public record Line(List<String> values) {
        /** The value of this name. */
        public String get(String name) {
            return values.get(List.of(CsvTable.TITLE.split(",")).indexOf(name));
        }

        /** The same as a number. */
        public double number(String name) {
            return Double.parseDouble(get(name));
        }
    }

    /**
     * What it prints.
     *
     * @param place where sessions are
     */
    public static String once(Path place, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        List<String> all = Stream.concat(Stream.of("--once"), Stream.of(args)).toList();
        TopCommand.run(all, place, stream, stream);
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The ranks of the job, by place. */
    public static List<Line> ranks(Path place, String job) {
        return once(place, "--csv", job).lines().skip(1).map(Tops::parse).toList();
    }

    private static Line parse(String line) {
        return new Line(Stream.of(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1))
                .map(value -> value.replace("\"", ""))
                .toList());
    }

    /** Serves the page of a job. */
    public static LivePage page(Path place, String job) throws IOException {
        return LivePage.of(place, job);
    }

    /** Where a page is. */
    public static String address(LivePage page) {
        return page.address();
    }
}
