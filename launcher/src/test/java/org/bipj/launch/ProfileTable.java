package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What {@code --profile=csv:FILE} has written, read as anybody would.
 *
 * @param bytes of messages and one-sided operations, by the ranks that they come from and go to
 * @param seconds from Init to Finalize, by rank
 */
record ProfileTable(List<String[]> rows, long[][] bytes, double[] seconds) {
    static ProfileTable read(Path file, int ranks) throws IOException {
        List<String> lines = Files.readAllLines(file);
        assertEquals("kind,rank,peer,operation,calls,bytes,seconds", lines.getFirst());
        List<String[]> rows =
                lines.stream().skip(1).map(line -> line.split(",", -1)).toList();
        long[][] bytes = new long[ranks][ranks];
        double[] seconds = new double[ranks];
        for (String[] row : rows) {
            assertEquals(7, row.length);
            int rank = Integer.parseInt(row[1]);
            switch (row[0]) {
                case "rank" -> seconds[rank] = Double.parseDouble(row[6]);
                case "call" -> Double.parseDouble(row[6]);
                case "message", "put" -> bytes[rank][Integer.parseInt(row[2])] += Long.parseLong(row[5]);
                case "get" -> bytes[Integer.parseInt(row[2])][rank] += Long.parseLong(row[5]);
                default -> throw new AssertionError(row[0]);
            }
        }
        return new ProfileTable(rows, bytes, seconds);
    }

    /** Calls, and bytes, of an operation of all ranks. */
    long[] sums(String operation) {
        long[] sums = new long[2];
        for (String[] row : rows) {
            if (row[3].equals(operation)) {
                sums[0] += Long.parseLong(row[4]);
                sums[1] += Long.parseLong(row[5]);
            }
        }
        return sums;
    }
}
