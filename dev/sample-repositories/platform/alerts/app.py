import aws_cdk as cdk

from alerts.alerts_stack import AlertsStack

app = cdk.App()
for environment in ("staging", "production"):
    AlertsStack(app, f"alerts-{environment}", environment=environment)
app.synth()
