package org.bipj.reproduce.lab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class CurveTest {
    private static Curve curve(int[] bytes, IntToDoubleFunction micros) {
        return new Curve(bytes, Arrays.stream(bytes).mapToDouble(micros).toArray());
    }

    @Test
    void halfThePeakIsReachedWhereNoLargerSizeFallsBelowIt() {
        // Half of 100 MB/s is reached at 2000, lost at 3000, and reached for good at 4000.
        Curve curve = new Curve(new int[] {1000, 2000, 3000, 4000}, new double[] {50, 30, 75, 60});
        assertEquals(4000, curve.from(50));
        assertTrue(Double.isNaN(curve.from(70)));
        assertEquals(66.7, curve.peak(), 0.1);
    }

    @Test
    void theFirstLengthWithAThroughputIsFoundToTheWord() {
        // 50 MB/s are reached at 10 us times 50 / (1 - 50 / 100), 1000 bytes; a dip behind counts.
        Curve.Measurement smooth = bytes -> curve(bytes, n -> 10 + n / 100.0);
        assertEquals(1000, Curve.firstWith(50, 256, 4096, smooth));
        Curve.Measurement dip = bytes -> curve(bytes, n -> 10 + n / 100.0 + (n < 1500 ? 0 : 6));
        assertEquals(1600, Curve.firstWith(50, 256, 4096, dip));
        assertTrue(Double.isNaN(Curve.firstWith(99.9, 256, 4096, smooth)));
        // Where the shortest has it already, the first that has it is none of these.
        assertTrue(Double.isNaN(Curve.firstWith(50, 2048, 4096, smooth)));
    }

    @Test
    void stairsHaveTheWidthOfTheirSteps() {
        int[] sizes = Curve.steps(512, 4096, 16);
        assertEquals(256, curve(sizes, n -> 10 + n / 132.0 + 1.5 * (n / 256)).stairWidth());
        assertEquals(1024, curve(sizes, n -> 10 + n / 132.0 + 1.5 * (n / 1024)).stairWidth());
        // A ramp in each stair does not hide it.
        assertEquals(
                256,
                curve(sizes, n -> 1.5 * (n / 256) + (n % 256 > 200 ? 0.4 : 0)).stairWidth());
    }

    @Test
    void sizesBetweenPowersAreWholeWords() {
        int[] sizes = Curve.powers(16, 64, 1);
        assertArrayEquals(new int[] {16, 20, 32, 44, 64}, sizes);
        assertEquals(1 << 20, Arrays.stream(Curve.powers(16, 1 << 20, 3)).max().orElseThrow());
    }

    @Test
    void theMedianIsTheFiveHundredthOfAThousand() {
        double[] values = new double[1000];
        Arrays.setAll(values, i -> 1000 - i);
        assertEquals(500, Curve.median(values));
    }
}
