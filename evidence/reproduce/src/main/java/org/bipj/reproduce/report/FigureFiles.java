package org.bipj.reproduce.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bipj.reproduce.lab.BarFigure;
import org.bipj.reproduce.lab.Figure;

/**
 * Writes each figure to two files, {@code EXPERIMENT-KEY.svg} and {@code .csv}: a picture, and the curves as values.
 * The paper's values are a curve named {@code paper}. Of bars the parts are the values.
 */
public final class FigureFiles {
    private FigureFiles() {}

    /** Writes an experiment's figures into a folder; returns how many there are. */
    public static int write(Path folder, Outcome outcome, Published published) throws IOException {
        String experiment = outcome.experiment().name();
        for (Figure figure : outcome.results().figures()) {
            List<Published.Mark> marks = published.marks(experiment, figure.key());
            String name = experiment + "-" + figure.key();
            Files.writeString(folder.resolve(name + ".svg"), Chart.svg(figure, marks));
            Files.writeString(folder.resolve(name + ".csv"), values(figure, marks));
        }
        for (BarFigure figure : outcome.results().barFigures()) {
            String name = experiment + "-" + figure.key();
            Files.writeString(folder.resolve(name + ".svg"), BarChart.svg(figure));
            Files.writeString(folder.resolve(name + ".csv"), values(figure));
        }
        return outcome.results().figures().size()
                + outcome.results().barFigures().size();
    }

    /** The curves, one point per line. The first line names the axes with their units. */
    static String values(Figure figure, List<Published.Mark> marks) {
        StringBuilder text = new StringBuilder(CsvReport.line(List.of("curve", figure.x(), figure.y())));
        for (Figure.Line line : figure.lines()) {
            for (int i = 0; i < line.x().length; i++) {
                text.append(point(line.name(), line.x()[i], line.y()[i]));
            }
        }
        marks.forEach(mark -> text.append(point("paper", mark.x(), mark.y())));
        return text.toString();
    }

    /** The parts of the bars, one per line. */
    static String values(BarFigure figure) {
        StringBuilder text = new StringBuilder(CsvReport.line(List.of("group", "bar", "part", figure.y())));
        for (BarFigure.Group group : figure.groups()) {
            for (int bar = 0; bar < figure.bars().size(); bar++) {
                for (int part = 0; part < figure.parts().size(); part++) {
                    text.append(CsvReport.line(List.of(
                            group.name(),
                            figure.bars().get(bar),
                            figure.parts().get(part),
                            ResultRow.digits(group.values()[bar][part]))));
                }
            }
        }
        return text.toString();
    }

    private static String point(String curve, double x, double y) {
        return CsvReport.line(List.of(curve, ResultRow.plain(x), ResultRow.digits(y)));
    }
}
