package org.bipj.launch.seeing.view;

import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
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

    /** Writes columns of equal length, one behind the other; returns the number of their element. */
    int write(List<int[]> columns, int rows) throws IOException {
        ByteBuffer bytes =
                ByteBuffer.allocate(columns.size() * rows * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int[] column : columns) {
            for (int row = 0; row < rows; row++) {
                bytes.putInt(column[row]);
            }
        }
        return write(bytes.array());
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
