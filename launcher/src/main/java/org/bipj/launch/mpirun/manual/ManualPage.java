package org.bipj.launch.mpirun.manual;

import java.util.List;
import org.bipj.launch.mpirun.command.Help;
import org.bipj.launch.mpirun.command.HelpEntry;
import org.bipj.launch.mpirun.command.Option;

/** The help of {@code mpirun} as a manual page, in the macros of man(7). */
final class ManualPage {
    private final StringBuilder page = new StringBuilder();

    private ManualPage() {}

    /**
     * The page.
     *
     * @param version of the library
     */
    static String of(String version) {
        ManualPage page = new ManualPage();
        page.line(".TH MPIRUN 1 \"\" \"BIPJ " + version + "\" \"BIPJ\"");
        page.line(".SH NAME");
        page.line(escaped("mpirun, bipjrun - run a Java program as the ranks of one job"));
        page.line(".SH SYNOPSIS");
        for (String usage : Help.USAGE.lines().toList()) {
            page.line(escaped(usage)).line(".br");
        }
        page.line(".SH DESCRIPTION");
        page.text(Help.INTRODUCTION.lines().toList());
        page.text(List.of("bipjrun is the same command, for machines on which mpirun is another library's."));
        for (Option.Section section : Option.sections()) {
            page.line(".SH "
                    + (section.title().isEmpty()
                            ? "OPTIONS"
                            : escaped(section.title().toUpperCase())));
            section.entries().forEach(page::option);
        }
        page.line(".SH NOTES");
        page.text(Help.END.lines().toList());
        return page.page.toString();
    }

    private void option(HelpEntry option) {
        line(".TP");
        line("\\fB" + escaped(option.head()) + "\\fR");
        for (String text : option.text()) {
            if (text.startsWith(" ")) {
                line(".br");
            }
            line(escaped(text.strip()));
        }
        if (option.text().isEmpty()) {
            line("Prints this.");
        }
    }

    private void text(List<String> lines) {
        line(".PP");
        lines.forEach(text -> line(escaped(text)));
    }

    private ManualPage line(String line) {
        page.append(line).append('\n');
        return this;
    }

    /** Hyphens that can be copied, and no line that begins like a macro. */
    private static String escaped(String text) {
        String plain = text.replace("\\", "\\e").replace("-", "\\-");
        return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }
}
