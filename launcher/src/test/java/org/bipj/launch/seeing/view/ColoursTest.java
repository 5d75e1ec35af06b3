package org.bipj.launch.seeing.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The colours of the page, of light and of dark mode: kinds of calls are told apart by all eyes, and text can be read.
 *
 * <p>Colour blindness as in G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, A Physiologically-based Model for Simulation of Color Vision
 * Deficiency, 2009, of full severity; distances as in CIE 1976 L*a*b*; contrast as in WCAG 2.1.
 */
class ColoursTest {
    /** Colours that differ by 2.3 are just told apart side by side; these lie apart, and are small. */
    private static final double LEAST_DISTANCE = 25;

    private static final double LEAST_CONTRAST = 4.5;
    /** What {@code page.js} lays over waits. */
    private static final double PALER = 0.6;

    private static final Map<String, double[][]> EYES = Map.of(
            "all colours", new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
            "protanopia",
                    new double[][] {
                        {0.152286, 1.052583, -0.204868},
                        {0.114503, 0.786281, 0.099216},
                        {-0.003882, -0.048116, 1.051998}
                    },
            "deuteranopia",
                    new double[][] {
                        {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}
                    },
            "tritanopia",
                    new double[][] {
                        {1.255528, -0.076749, -0.178779},
                        {-0.078411, 0.930809, 0.147602},
                        {0.004733, 0.691367, 0.303900}
                    });

    private static List<Map<String, double[]>> modes() throws IOException {
        String css;
        try (InputStream in = Page.class.getResourceAsStream("page.css")) {
            css = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        int dark = css.indexOf("prefers-color-scheme: dark");
        assertTrue(dark > 0);
        return List.of(colours(css.substring(0, dark)), colours(css.substring(dark)));
    }

    /** Names, and red, green and blue, as parts of the light. */
    private static Map<String, double[]> colours(String css) {
        Map<String, double[]> found = new TreeMap<>();
        Matcher each = Pattern.compile("--(\\w+): #([0-9a-f]{6})").matcher(css);
        while (each.find()) {
            int rgb = Integer.parseInt(each.group(2), 16);
            found.put(each.group(1), new double[] {linear(rgb >> 16), linear(rgb >> 8 & 255), linear(rgb & 255)});
        }
        return found;
    }

    private static double linear(int value) {
        double part = value / 255.0;
        return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    }

    private static double[] times(double[][] matrix, double[] colour) {
        return IntStream.range(0, 3)
                .mapToDouble(row -> IntStream.range(0, 3)
                        .mapToDouble(i -> matrix[row][i] * colour[i])
                        .sum())
                .map(value -> Math.clamp(value, 0, 1))
                .toArray();
    }

    private static double[] lab(double[] colour) {
        double[] xyz = times(
                new double[][] {
                    {0.433953, 0.376219, 0.189828}, {0.2126729, 0.7151522, 0.0721750}, {0.017757, 0.109476, 0.872767}
                },
                colour);
        for (int i = 0; i < 3; i++) {
            xyz[i] = xyz[i] > 0.008856 ? Math.cbrt(xyz[i]) : 7.787 * xyz[i] + 16 / 116.0;
        }
        return new double[] {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
    }

    private static double distance(double[] one, double[] other) {
        double[] a = lab(one);
        double[] b = lab(other);
        return Math.hypot(Math.hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
    }

    private static double luminance(double[] colour) {
        return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];
    }

    private static double contrast(double[] one, double[] other) {
        double a = luminance(one) + 0.05;
        double b = luminance(other) + 0.05;
        return Math.max(a, b) / Math.min(a, b);
    }

    /** A colour over another one, as screens mix them: by what is stored, not by the light. */
    private static double[] over(double[] above, double part, double[] below) {
        return IntStream.range(0, 3)
                .mapToDouble(i -> linear((int) Math.round(part * stored(above[i]) + (1 - part) * stored(below[i]))))
                .toArray();
    }

    private static double stored(double light) {
        return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * Math.pow(light, 1 / 2.4) - 0.055);
    }

    @Test
    void kindsOfCallsAreToldApartByAllEyes() throws IOException {
        int kinds = Category.values().length;
        for (Map<String, double[]> mode : modes()) {
            for (int one = 0; one < kinds; one++) {
                for (int other = 0; other < one; other++) {
                    for (Map.Entry<String, double[][]> eye : EYES.entrySet()) {
                        double distance = distance(
                                times(eye.getValue(), mode.get("c" + one)),
                                times(eye.getValue(), mode.get("c" + other)));
                        assertTrue(
                                distance >= LEAST_DISTANCE,
                                eye.getKey() + ": " + Category.values()[one] + " and " + Category.values()[other]
                                        + " are " + distance + " apart");
                    }
                }
            }
        }
    }

    @Test
    void textCanBeRead() throws IOException {
        double[] black = {0, 0, 0};
        double[] white = {1, 1, 1};
        assertEquals(21, contrast(black, white), 1e-6);
        for (Map<String, double[]> mode : modes()) {
            for (String text : List.of("ink", "soft")) {
                for (String below : List.of("page", "card")) {
                    double contrast = contrast(mode.get(text), mode.get(below));
                    assertTrue(contrast >= LEAST_CONTRAST, text + " on " + below + ": " + contrast);
                }
            }
            for (Category category : Category.values()) {
                double[] colour = mode.get("c" + category.ordinal());
                double[] text = luminance(colour) > 0.179 ? black : white;
                assertTrue(contrast(text, colour) >= LEAST_CONTRAST, "on " + category);
                double waiting = contrast(mode.get("ink"), over(mode.get("page"), PALER, colour));
                boolean waits = category != Category.PHASE && category != Category.COMPUTING;
                assertTrue(!waits || waiting >= LEAST_CONTRAST, "on waits of " + category + ": " + waiting);
            }
        }
    }
}
