package org.bipj.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.stream.Stream;
import mpi.MPI;
import org.bipj.core.machine.HostSystem;

/** Rank 0's output: comma-separated values, or aligned columns under a head that says where they were measured. */
final class Table {
    private static final int WIDTH = 14;

    private final boolean csv;
    private final String[] columns;

    private Table(boolean csv, String[] columns) {
        this.csv = csv;
        this.columns = columns;
    }

    /**
     * Prints the head of a table.
     *
     * @param title what was measured, for readers; not part of the comma-separated form
     * @param columns names of the columns, unit last
     */
    static Table open(boolean csv, String title, String... columns) {
        return open(csv, MPI.COMM_WORLD.getSize(), title, columns);
    }

    /** {@link #open} of a job of a given number of ranks, in which MPI need not be initialised. */
    static Table open(boolean csv, int ranks, String title, String... columns) {
        Table table = new Table(csv, columns);
        if (csv) {
            System.out.println(String.join(",", columns));
        } else {
            System.out.println(title);
            System.out.println(surroundings(ranks));
            table.aligned(columns);
        }
        System.out.flush();
        return table;
    }

    /** Prints one row: as many values as columns, already formatted. */
    void row(String... values) {
        if (values.length != columns.length) {
            throw new IllegalArgumentException(values.length + " values for " + columns.length + " columns");
        }
        if (csv) {
            System.out.println(String.join(",", values));
        } else {
            aligned(values);
        }
        System.out.flush();
    }

    /** A number with a given number of decimals, independent of the locale. */
    static String decimal(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private void aligned(String[] values) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            int width = Math.max(WIDTH, columns[i].length()) + 2;
            line.append(" ".repeat(Math.max(1, width - values[i].length()))).append(values[i]);
        }
        System.out.println(line);
    }

    private static String surroundings(int ranks) {
        return String.format(
                "%d ranks (%s mode), %s, %s, %d cores, %s",
                ranks,
                mode(),
                BenchVariables.vm(),
                cpu(),
                Runtime.getRuntime().availableProcessors(),
                LocalDateTime.now().truncatedTo(ChronoUnit.SECONDS).format(DateTimeFormatter.ISO_LOCAL_DATE_TIME));
    }

    /** Ranks that are threads, the simulated among them, have their program's classes loaded for themselves. */
    private static String mode() {
        if (BenchVariables.isSimulated()) {
            return "sim";
        }
        return Table.class.getClassLoader() == ClassLoader.getSystemClassLoader() ? "process" : "thread";
    }

    private static String cpu() {
        try (Stream<String> lines = Files.lines(HostSystem.file("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(BenchVariables.architecture());
        } catch (IOException noSuchFile) {
            return BenchVariables.architecture();
        }
    }
}
