package org.bipj.launch.seeing.view;

import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Deflater;

/** Data of the page: columns of numbers, compressed, each in an element of its own that the page unpacks when it needs it. */
final class Columns {
    private static final long MOST_UNITS = 0xFFFF_FFFFL;

    private final Writer out;
    private int elements;

    Columns(Writer out) {
        this.out = out;
    }

    /** The times of some records, as whole units from the first one on. */
    record Scale(long first, long last, long unit) {
        static Scale of(long first, long last) {
            return new Scale(first, last, Math.max(1, (last - first) / MOST_UNITS + 1));
        }

        int begin(long time) {
            return (int) ((time - first) / unit);
        }

        int length(long from, long until) {
            return (int) ((until - from) / unit);
        }
    }

    /**
     * Writes columns of equal length, one behind the other, of each first the lowest bytes of all numbers, then the next ones: most of these
     * are 0, which takes little time and room to compress. Returns the number of their element.
     */
    int write(int[][] columns, int rows) throws IOException {
        byte[] bytes = new byte[columns.length * rows * Integer.BYTES];
        int at = 0;
        for (int[] column : columns) {
            for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                for (int row = 0; row < rows; row++) {
                    bytes[at++] = (byte) (column[row] >> shift);
                }
            }
        }
        return write(bytes);
    }

    /** Writes bytes; returns the number of their element. */
    int write(byte[] bytes) throws IOException {
        int number = elements++;
        out.write("<script type=\"application/octet-stream\" id=\"c" + number + "\">");
        out.write(Base64.getEncoder().encodeToString(deflated(bytes)));
        out.write("</script>\n");
        return number;
    }

    private static byte[] deflated(byte[] bytes) {
        try (Deflater deflater = new Deflater(Deflater.BEST_SPEED, true)) {
            deflater.setInput(bytes);
            deflater.finish();
            byte[] packed = new byte[bytes.length / 2 + 64];
            int size = 0;
            while (!deflater.finished()) {
                if (size == packed.length) {
                    packed = Arrays.copyOf(packed, 2 * size);
                }
                size += deflater.deflate(packed, size, packed.length - size);
            }
            return Arrays.copyOf(packed, size);
        }
    }
}
