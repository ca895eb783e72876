import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;

import org.deidentifier.arx.*;
import org.deidentifier.arx.AttributeType.Hierarchy;
import org.deidentifier.arx.criteria.DistinctLDiversity;
import org.deidentifier.arx.criteria.KAnonymity;

/**
 * A release with the defaults of ARX's configuration: `java ArxDefaults TABLE.csv RELEASE.csv K LIMIT FOLDER COLUMN=HIERARCHY.csv... COLUMN=L...`.
 * A column with a number is sensitive and gets distinct l-diversity; all others are insensitive. Tables are delimited by `;`.
 */
public class ArxDefaults {
    public static void main(String[] of) throws Exception {
        Data table = Data.create(new File(of[0]), UTF_8, ';');
        for (int i = 0; i < table.getHandle().getNumColumns(); i++) {
            table.getDefinition().setAttributeType(table.getHandle().getAttributeName(i), AttributeType.INSENSITIVE_ATTRIBUTE);
        }
        ARXConfiguration asked = ARXConfiguration.create(Double.parseDouble(of[3]));
        asked.addPrivacyModel(new KAnonymity(Integer.parseInt(of[2])));
        for (int i = 5; i < of.length; i++) {
            int at = of[i].lastIndexOf('=');
            String name = of[i].substring(0, at), how = of[i].substring(at + 1);
            if (how.endsWith(".csv")) {
                table.getDefinition().setAttributeType(name, Hierarchy.create(new File(of[4], how), UTF_8, ';'));
            } else {
                table.getDefinition().setAttributeType(name, AttributeType.SENSITIVE_ATTRIBUTE);
                asked.addPrivacyModel(new DistinctLDiversity(name, Integer.parseInt(how)));
            }
        }
        ARXResult found;
        try {
            found = new ARXAnonymizer().anonymize(table, asked);
        } catch (IllegalArgumentException refused) { // its default search refuses more than 100,000 transformations
            asked.setAlgorithm(ARXConfiguration.AnonymizationAlgorithm.BEST_EFFORT_BOTTOM_UP);
            table.getHandle().release();
            found = new ARXAnonymizer().anonymize(table, asked);
        }
        if (!found.isResultAvailable()) {
            System.err.println("no solution");
            System.exit(1);
        }
        found.getOutput().save(of[1], ';');
    }
}
