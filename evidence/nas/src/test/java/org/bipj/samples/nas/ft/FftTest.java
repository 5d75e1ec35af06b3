package org.bipj.samples.nas.ft;

import static org.bipj.samples.nas.Agreement.assertAgree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.bipj.samples.Usage;
import org.bipj.samples.nas.Agreement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FftTest {

    /** The transform by its definition. */
    private static double[] slow(double[] values, int length, int width, int sign) {
        double[] result = new double[values.length];
        for (int k = 0; k < length; k++) {
            for (int j = 0; j < length; j++) {
                double angle = sign * 2 * Math.PI * (j * k % length) / length;
                for (int line = 0; line < width; line++) {
                    double real = values[2 * j * width + line];
                    double imaginary = values[2 * j * width + width + line];
                    result[2 * k * width + line] += real * Math.cos(angle) - imaginary * Math.sin(angle);
                    result[2 * k * width + width + line] += real * Math.sin(angle) + imaginary * Math.cos(angle);
                }
            }
        }
        return result;
    }

    @ParameterizedTest
    @CsvSource({"1, 8", "2, 8", "4, 16", "8, 8", "32, 8", "64, 32", "128, 8", "8, 2", "64, 3"})
    void theTransformIsThatOfTheDefinition(int length, int width) {
        double[] values = Agreement.random(length, 2 * length * width, -1, 1);
        Fft fft = new Fft(length, width);
        for (boolean inverse : new boolean[] {false, true}) {
            System.arraycopy(values, 0, fft.buffer(), 0, values.length);
            double[] expected = slow(values, length, width, inverse ? 1 : -1);
            assertAgree("result", expected, fft.transform(inverse), 0, values.length);
        }
    }

    @Test
    void vectorsScaleTheSame() {
        double[] from = Agreement.random(1, 40, -1, 1);
        double[] factors = Agreement.random(2, 40, -1, 1);
        double[] expected = new double[40];
        double[] actual = new double[40];
        new PlainButterflies().scale(from, 3, 0.7, factors, 8, expected, 5, 16);
        new VectorButterflies().scale(from, 3, 0.7, factors, 8, actual, 5, 16);
        assertAgree("result", expected, actual, 0, 40);
    }

    @Test
    void aGridHasAPlaceForEachRank() {
        assertEquals(2, FourierTransform.columns("2x4", 8));
        assertEquals(1, FourierTransform.columns("1x1", 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2", "2x2x2", "3x3", "-2x-4", "0x8", "axb", "99999999999x1"})
    void otherGridsAreRefused(String grid) {
        Usage.WrongUsage refusal = assertThrows(Usage.WrongUsage.class, () -> FourierTransform.columns(grid, 8));
        assertEquals(
                "--grid wants COLUMNSxROWS with as many places as there are ranks, 8, but is: " + grid,
                refusal.getMessage());
    }
}
