package org.bipj.reproduce.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bipj.reproduce.draw.Markup;
import org.bipj.reproduce.lab.BarFigure;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;

/**
 * One self-contained page with all figures and tables. It is well-formed XML.
 */
public final class HtmlReport {
    private static final String TITLE = "BIP on a simulated Myrinet";

    private final Published published;
    private final Markup page = new Markup();

    private HtmlReport(Published published) {
        this.published = published;
    }

    /**
     * The page.
     *
     * @param setting what was run: platform, changed constants, seed
     */
    public static String of(List<Outcome> outcomes, Published published, String setting) {
        return new HtmlReport(published).write(outcomes, setting);
    }

    private String write(List<Outcome> outcomes, String setting) {
        page.raw("<!DOCTYPE html>\n").open("html", "xmlns", "http://www.w3.org/1999/xhtml", "lang", "en");
        page.open("head").empty("meta", "charset", "utf-8");
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.element("title", TITLE);
        page.open("style").raw(style()).close("style").close("head").open("body");
        introduction(setting);
        overview(outcomes);
        outcomes.forEach(this::section);
        notBuilt();
        page.close("body").close("html");
        return page.toString();
    }

    private void introduction(String setting) {
        page.element("h1", TITLE);
        page.element(
                "p",
                "The results of L. Prylli and B. Tourancheau, “BIP: a new protocol designed for high performance networking"
                        + " on Myrinet” (1998), beside those of the simulated cluster. Lines are measured in"
                        + " virtual time; ringed marks are published values.");
        page.element("p", setting, "class", "setting");
        page.open("p").element("b", "Kind of evidence: ");
        page.text(
                "predicted: it follows from the mechanisms. fitted: one constant was chosen to give this result. input: it is"
                        + " a constant, or follows from one directly. The column paper has what the paper prints, the column"
                        + " expected what follows by arithmetic, or from words of the paper.");
        page.close("p");
    }

    private void overview(List<Outcome> outcomes) {
        page.open("nav").open("ul");
        for (Outcome outcome : outcomes) {
            String agreement = Agreement.of(outcome.rows()).text();
            page.open("li");
            page.element(
                    "a",
                    outcome.experiment().name(),
                    "href",
                    "#" + outcome.experiment().name());
            page.text(" " + outcome.experiment().head().title() + (agreement.isEmpty() ? "" : ": " + agreement));
            page.close("li");
        }
        page.close("ul").close("nav");
        if (outcomes.size() > 1) {
            page.element("p", TextReport.agreement(outcomes));
        }
    }

    /** Results of the paper that nothing here measures. */
    private void notBuilt() {
        if (published.notBuilt().isEmpty()) {
            return;
        }
        page.open("section", "id", "not-built")
                .element("h2", "Not built, and so not measured")
                .open("ul");
        for (Published.NotBuilt one : published.notBuilt()) {
            page.element("li", one.name() + ": " + one.paper() + " (" + one.source() + ")");
        }
        page.close("ul").close("section");
    }

    private void section(Outcome outcome) {
        Experiment experiment = outcome.experiment();
        page.open("section", "id", experiment.name());
        page.open("h2")
                .text(experiment.head().title())
                .element("code", experiment.name())
                .close("h2");
        page.element("p", experiment.head().section() + ". " + experiment.head().method());
        for (Figure figure : outcome.results().figures()) {
            page.open("figure");
            page.raw(Chart.svg(figure, published.marks(experiment.name(), figure.key())));
            page.close("figure");
        }
        for (BarFigure figure : outcome.results().barFigures()) {
            page.open("figure");
            page.raw(BarChart.svg(figure));
            page.close("figure");
        }
        table(outcome);
        if (experiment.isComparison()) {
            machines(experiment.name());
        }
        outcome.remarks().forEach(remark -> page.element("p", remark, "class", "remark"));
        outcome.notes().forEach(note -> page.element("p", note, "class", "note"));
        page.close("section");
    }

    private void table(Outcome outcome) {
        page.open("div", "class", "table").open("table").open("thead").open("tr");
        for (String head : List.of("quantity", "paper", "expected", "measured", "unit", "error %", "kind", "source")) {
            page.element("th", head);
        }
        page.close("tr").close("thead").open("tbody");
        for (ResultRow row : outcome.rows()) {
            Published.Quantity quantity = row.quantity();
            page.open("tr", "class", row.isMissed() ? "miss" : "");
            page.element("td", quantity.name());
            page.element("td", row.paper().replace("..", " to "), "class", "number");
            page.element("td", row.expected().replace("..", " to "), "class", "number");
            page.element("td", row.value(), "class", "number");
            page.element("td", quantity.unit());
            page.element("td", row.error(), "class", "number");
            page.element("td", quantity.kind().word(), "class", "kind");
            page.element("td", quantity.source(), "class", "source");
            page.close("tr");
        }
        page.close("tbody").close("table").close("div");
    }

    /** The rows of the paper's tables that are not simulated. */
    private void machines(String experiment) {
        page.open("div", "class", "table").open("table").open("thead").open("tr");
        for (String head :
                List.of("machine (published, not simulated)", "latency us", "bandwidth MB/s", "N1/2 bytes")) {
            page.element("th", head);
        }
        page.close("tr").close("thead").open("tbody");
        for (Published.Machine machine : published.machines(experiment)) {
            page.open("tr").element("td", machine.name());
            for (String value : List.of(machine.latency(), machine.bandwidth(), machine.half())) {
                page.element("td", value, "class", "number");
            }
            page.close("tr");
        }
        page.close("tbody").close("table").close("div");
    }

    private static String style() {
        try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
